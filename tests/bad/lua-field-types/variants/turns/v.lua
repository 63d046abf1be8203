return turn { name = "V", text = "v" }
