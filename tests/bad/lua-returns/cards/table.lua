return { name = "X", text = "x" }
