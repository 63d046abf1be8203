// Text in any script, set by Pango: broken into lines, made smaller until it fits, and drawn on a cairo_t.
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <set>
#include <string>

typedef struct _cairo cairo_t;

namespace gofuda::printer {

// A text and the room that it has, in points (72 an inch).
struct Block {
  std::string text, small_text;  // the small text goes below, in grey
  double width = 0, height = 0;
  double most = 0, least = 0;  // sizes of the letters; they are tried in steps of kStep
  bool bold = false, centred = false;
  bool cut = false;  // one line; what is too long for it ends in an ellipsis
  friend auto operator<=>(const Block&, const Block&) = default;
};
inline constexpr double kStep = 0.5;

// Cairo's PDF takes no noncharacters of Unicode: they are replaced as what is no UTF-8 would be.
std::string shown(const std::string& text);

class Type {
 public:
  // What is wrong with the fonts, or "". No family: a common one.
  static std::string problem(const std::string& family);
  explicit Type(const std::string& family);
  ~Type();
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;

  // The greatest size in which the block fits, words whole; a word that is too long for a line is broken in the least
  // size. Nothing where it does not fit then.
  std::optional<double> fitted(const Block& block) const;
  void add_missing(const Block& block, std::set<char32_t>& out) const;  // characters that no font has
  // In points from the place where the cairo_t is; `middle`: in the middle of the block's height, not at its top.
  void draw(cairo_t* cr, const Block& block, double size, bool middle) const;

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

// Debian's package with a font that has the character.
std::string font_package(char32_t c);

}  // namespace gofuda::printer
