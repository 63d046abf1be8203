#include "tools/printer/type.hpp"

#include <pango/pangocairo.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/notation/text.hpp"

// Fontconfig loses a little of what it reads of its settings, once a process: no leak of ours.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer looks for this name
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace gofuda::printer {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
using LayoutPtr = std::unique_ptr<PangoLayout, Unref>;

namespace {

constexpr const char* kFamily = "Noto Sans";
constexpr double kSmall = 0.82;             // of the size: the small text
constexpr double kGap = 0.4;                // and of the empty line above it
constexpr std::size_t kMostBytes = 20'000;  // a card does not hold more in any size

std::vector<std::string> families() {
  // Names that stand for whatever there is are listed even where there is nothing.
  static const std::vector<std::string> kAliases{"Sans", "Serif", "Monospace", "System-ui"};
  const std::unique_ptr<PangoFontMap, Unref> map(pango_cairo_font_map_new());
  PangoFontFamily** list = nullptr;
  int count = 0;
  pango_font_map_list_families(map.get(), &list, &count);
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) {
    std::string name = pango_font_family_get_name(list[i]);
    if (std::find(kAliases.begin(), kAliases.end(), name) == kAliases.end()) out.push_back(std::move(name));
  }
  g_free(list);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::string shown(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = decode_utf8(std::string_view(text).substr(at)).value_or(CodePoint{0xfffe, 1});
    const bool none = (c.value & 0xfffe) == 0xfffe || (c.value >= 0xfdd0 && c.value <= 0xfdef);
    out += none ? "\ufffd" : text.substr(at, c.bytes);
    at += c.bytes;
  }
  return out;
}

struct Type::Fonts {
  std::unique_ptr<PangoFontMap, Unref> map{pango_cairo_font_map_new()};
  std::unique_ptr<PangoContext, Unref> context{pango_font_map_create_context(map.get())};
  std::string family;
  std::map<Block, std::optional<double>> known;  // what fitted() has said: the backs of a deck are alike

  LayoutPtr laid(const Block& block, double size, PangoWrapMode wrap) const;
};

// The letters are as wide in every kind of file: nothing is rounded to the dots of one.
Type::Type(const std::string& family) : fonts_(std::make_unique<Fonts>()) {
  fonts_->family = family.empty() ? kFamily : family;
  PangoContext* context = fonts_->context.get();
  pango_cairo_context_set_resolution(context, 72);
  pango_context_set_round_glyph_positions(context, FALSE);
  pango_context_set_language(context, pango_language_from_string("en"));
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

Type::~Type() = default;

std::string Type::problem(const std::string& family) {
  const std::vector<std::string> known = families();
  if (known.empty())
    return "no font is installed that a card could be set in; Debian has many in the package fonts-noto-core";
  const auto same = [&](const std::string& name) { return g_ascii_strcasecmp(name.c_str(), family.c_str()) == 0; };
  if (family.empty() || std::any_of(known.begin(), known.end(), same)) return "";
  return "there is no font " + in_quotes(family) + did_you_mean(family, known) + "; fc-list : family lists them";
}

LayoutPtr Type::Fonts::laid(const Block& block, double size, PangoWrapMode wrap) const {
  LayoutPtr layout(pango_layout_new(context.get()));
  PangoFontDescription* font = pango_font_description_new();
  pango_font_description_set_family(font, family.c_str());
  pango_font_description_set_size(font, static_cast<int>(size * PANGO_SCALE));
  if (block.bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description(layout.get(), font);
  pango_font_description_free(font);
  const std::string small_text = shown(block.small_text);
  const std::string all = shown(block.text) + (block.text.empty() || small_text.empty() ? "" : "\n\n") + small_text;
  pango_layout_set_text(layout.get(), all.c_str(), static_cast<int>(all.size()));
  PangoAttrList* looks = pango_attr_list_new();
  const auto from = [&](std::size_t byte, PangoAttribute* look) {
    look->start_index = static_cast<guint>(byte);
    pango_attr_list_insert(looks, look);
  };
  const std::size_t small = all.size() - small_text.size();
  if (!block.text.empty() && small < all.size()) from(small - 1, pango_attr_scale_new(kGap));
  from(small, pango_attr_scale_new(kSmall));
  from(small, pango_attr_foreground_new(0x5000, 0x5000, 0x5000));
  pango_layout_set_attributes(layout.get(), looks);
  pango_attr_list_unref(looks);
  pango_layout_set_width(layout.get(), static_cast<int>(block.width * PANGO_SCALE));
  pango_layout_set_wrap(layout.get(), wrap);
  if (block.centred) pango_layout_set_alignment(layout.get(), PANGO_ALIGN_CENTER);
  if (block.cut) {
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
  }
  return layout;
}

std::optional<double> Type::fitted(const Block& block) const {
  if (block.text.size() + block.small_text.size() > kMostBytes) return std::nullopt;
  const auto fits = [&](double size, PangoWrapMode wrap) {
    const LayoutPtr layout = fonts_->laid(block, size, wrap);
    int width = 0, height = 0;
    pango_layout_get_size(layout.get(), &width, &height);
    return width <= block.width * PANGO_SCALE + 1 && height <= block.height * PANGO_SCALE + 1;
  };
  const auto greatest = [&]() -> std::optional<double> {
    for (double size = block.most; size >= block.least; size -= kStep)
      if (fits(size, PANGO_WRAP_WORD)) return size;
    return fits(block.least, PANGO_WRAP_WORD_CHAR) ? std::optional(block.least) : std::nullopt;
  };
  const auto [at, fresh] = fonts_->known.try_emplace(block);
  if (fresh) at->second = greatest();
  return at->second;
}

void Type::add_missing(const Block& block, std::set<char32_t>& out) const {
  const LayoutPtr layout = fonts_->laid(block, block.least, PANGO_WRAP_WORD_CHAR);
  if (pango_layout_get_unknown_glyphs_count(layout.get()) == 0) return;
  PangoLayoutIter* at = pango_layout_get_iter(layout.get());
  do {
    const PangoLayoutRun* run = pango_layout_iter_get_run_readonly(at);
    for (int i = 0; run && i < run->glyphs->num_glyphs; ++i) {
      const PangoGlyph glyph = run->glyphs->glyphs[i].glyph;
      if (glyph != PANGO_GLYPH_INVALID_INPUT && (glyph & PANGO_GLYPH_UNKNOWN_FLAG))
        out.insert(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG);
    }
  } while (pango_layout_iter_next_run(at));
  pango_layout_iter_free(at);
}

void Type::draw(cairo_t* cr, const Block& block, double size, bool middle) const {
  pango_cairo_update_context(cr, fonts_->context.get());
  const LayoutPtr layout = fonts_->laid(block, size, PANGO_WRAP_WORD_CHAR);
  int height = 0;
  pango_layout_get_size(layout.get(), nullptr, &height);
  cairo_save(cr);
  if (middle) cairo_translate(cr, 0, (block.height - static_cast<double>(height) / PANGO_SCALE) / 2);
  cairo_move_to(cr, 0, 0);
  pango_cairo_show_layout(cr, layout.get());
  cairo_restore(cr);
}

std::string font_package(char32_t c) {
  if (c >= 0x1f000 && c <= 0x1faff) return "fonts-noto-color-emoji";
  switch (g_unichar_get_script(c)) {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_HANGUL:
    case G_UNICODE_SCRIPT_BOPOMOFO:
      return "fonts-noto-cjk";
    default:
      break;
  }
  if ((c >= 0x3000 && c <= 0x30ff) || (c >= 0xff00 && c <= 0xffef)) return "fonts-noto-cjk";
  return "fonts-noto-core";
}

}  // namespace gofuda::printer
