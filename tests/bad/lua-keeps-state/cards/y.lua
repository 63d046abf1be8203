local function counter()
  local n = 0
  return function() n = n + 1 return n end
end
local next_number = counter()
return card {
  name = "Y",
  text = "y",
  play = function(me) next_number() end,
}
