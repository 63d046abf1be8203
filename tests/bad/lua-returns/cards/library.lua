return math
