return card()
