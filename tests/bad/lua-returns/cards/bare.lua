return card
