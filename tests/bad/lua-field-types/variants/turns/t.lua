return turn { name = "T", text = "t", plain = "yes" }
