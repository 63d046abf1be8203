// Which sanitizer watches this build; GCC and Clang say so each in its own way.
#pragma once

namespace gofuda {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadsWatched = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kThreadsWatched = true;
#else
inline constexpr bool kThreadsWatched = false;
#endif
#else
inline constexpr bool kThreadsWatched = false;
#endif

}  // namespace gofuda
