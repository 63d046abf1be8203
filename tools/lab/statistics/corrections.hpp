// Tests of pairs, and corrections for many tests at once.
#pragma once

#include <cstdint>
#include <vector>

namespace gofuda::lab {

// The exact sign test, both sides: how likely it is that of so many changes as many, or more, go one way when either
// way is as likely. 1 without changes.
double sign_test(std::int64_t better, std::int64_t worse);

// Adjusted so that none of these tests errs with more than the level all in all (Holm 1979), in the order given.
std::vector<double> holm(const std::vector<double>& p);

}  // namespace gofuda::lab
