local x = me:pick(1)
