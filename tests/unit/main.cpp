// Catch2 2 needs one file that holds its main; Catch2 3 brings its own library for that.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "tests/unit/catch.hpp"
