// Many disputes, judged on several threads and told in their order: what is told is what one thread would find.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/halt.hpp"
#include "scripting/dispute.hpp"
#include "scripting/library.hpp"
#include "tools/lab/runner/crew.hpp"

namespace gofuda::tools {

// Of a dispute that is called so: is something said of another file, of its rules? A warning is told once, too.
inline bool is_elsewhere(const std::vector<Diagnostic>& said, const std::string& dispute) {
  return std::any_of(said.begin(), said.end(), [&](const Diagnostic& e) { return e.file != dispute; });
}

// judge() finds out about dispute k, on any thread; fold() is called here. A library tells of a mistake in its files
// once, to the first dispute that meets it: what is judged from the first `mistaken` one on is judged here, by
// `library`, which until then was only read from. Ends early when stop() says so, without a gap; what was being judged
// then may have been broken off and is not folded. `lent`: threads that were begun beforehand; without them, `threads`
// are made.
template <class T>
void judge_each(Library& library, std::size_t disputes, int threads, lab::Hands* lent,
                const std::function<T(Library&, KeptScripts&, std::size_t)>& judge,
                const std::function<bool(const T&)>& mistaken, const std::function<void(T&)>& fold,
                const std::function<bool()>& stop) {
  constexpr std::size_t kWorthAThread = 4;  // disputes: it reads the files of their games for itself
  struct Own {
    Library library;
    KeptScripts kept = {};
  };
  std::size_t done = 0;
  threads = std::min(threads, static_cast<int>(std::min<std::size_t>(disputes / kWorthAThread, 1024)));
  if (threads > 1) {
    library.keep_texts();
    const LibraryTexts texts = library.texts();
    const auto* const halt = halt_wanted_here;
    std::atomic<int> over{0};
    lab::in_order<T>(
        disputes, threads, over,
        [&] {
          return [&, own = std::make_shared<Own>(Own{Library(texts)})](std::uint64_t k) {
            const auto* const before = std::exchange(halt_wanted_here, halt);
            std::optional<T> found = judge(own->library, own->kept, k);
            halt_wanted_here = before;
            return found;
          };
        },
        [&](T& found) {
          if (over || stop() || mistaken(found)) return over.store(1);
          fold(found);
          ++done;
        },
        [&](std::uint64_t) {
          if (stop()) over = 1;
        },
        lent);
  }
  KeptScripts kept;
  for (; done < disputes && !stop(); ++done) {
    T found = judge(library, kept, done);
    if (!stop()) fold(found);
  }
}

}  // namespace gofuda::tools
