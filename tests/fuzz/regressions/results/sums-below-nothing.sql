UPDATE OR IGNORE sums SET value = -1
