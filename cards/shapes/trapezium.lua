return card {
  name = "Trapezium",
  text = "A stretch beside a leaning stretch. Set all four on empty points, turned or reflected as the rules allow.",
  shape = [[
    X . . X
    X . X .
  ]],
}
