-- The citation gate as a Lua filter, from a checkout: pandoc --lua-filter path/to/ars-gate.lua …
-- It is the filter of the Quarto extension; that file may be copied anywhere, this one may not.
local folder = PANDOC_SCRIPT_FILE:match('^(.*)[/\\]') or '.'
return dofile(folder .. '/../_extensions/ars-gate/ars-gate.lua')
