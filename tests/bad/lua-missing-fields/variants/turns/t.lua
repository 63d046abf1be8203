return turn {}
