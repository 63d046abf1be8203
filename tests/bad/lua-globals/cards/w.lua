return card {
  name = "Card",
  text = "What it does.",
  play = function(me, opponent, board, this)
    os.exit(1)
    local f = io.open("/etc/passwd")
    require("socket")
  end,
}
