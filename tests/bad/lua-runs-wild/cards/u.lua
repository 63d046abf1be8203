local t = nil
local x = t.name
