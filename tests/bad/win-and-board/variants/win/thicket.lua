return win {
  name = "Thicket",
  text = "Hundreds of stones in a pattern.",
  pattern = [[
X X X X X X X X X . X X X X X X X X X .
X X X X X X X . X X X X X X X X X X X X
X X X X X X X X X X X X X X . X X X X X
X X . X X X X X X X X X . X X X X X X X
. X X X X X X X X X X X X X X X X X X .
X X X X X X X . X X X X X X X X X . X X
X X X X X . X X X X X X X X X X X X X X
X X X X X X X X X X X X . X X X X X X X
. X X X X X X X X X . X X X X X X X X X
X X X X X X X X X X X X X X X X X . X X
X X X X X . X X X X X X X X X . X X X X
X X X . X X X X X X X X X X X X X X X X
X X X X X X X X X X . X X X X X X X X X
X X X X X X X X . X X X X X X X X X X X
X X X X X X X X X X X X X X X . X X X X
X X X . X X X X X X X X X . X X X X X X
X . X X X X X X X X X X X X X X X X X X
X X X X X X X X . X X X X X X X X X . X
X X X X X X . X X X X X X X X X X X X X
X X X X X X X X X X X X X . X X X X X X
  ]],
}
