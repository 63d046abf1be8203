error("my own words")
