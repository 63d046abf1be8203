return card {
  nam = "X",
  text = "x",
  paly = function(me) end,
  cost = 3,
  shap = "X",
}
