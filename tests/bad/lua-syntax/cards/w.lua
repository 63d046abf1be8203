if true then return 1
