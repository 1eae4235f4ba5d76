--[[ The citation gate as a Lua filter: for Quarto, and for any Pandoc that is started elsewhere.

Quarto looks for a JSON filter beside the document and not on PATH, so `ars-gate` cannot be named
there. This filter can: it hands the document to the program `ars-gate` of ars-pandoc
and tells it what a JSON filter that is called from Lua is not told, the reader's options and the
names of the input files.

    pandoc --lua-filter ars-gate.lua paper.md -o paper.pdf

The program is looked for on PATH; the variable ARS_GATE names another one. A document has no say
in what is run.
]]

local PANDOC_FILTER_ERROR = 83 -- what Pandoc itself exits with when a filter fails

local function gate()
  local named = os.getenv('ARS_GATE')
  return (named == nil or named == '') and 'ars-gate' or named
end

-- Quarto gives the file that the author wrote; Pandoc's own input is a copy in another folder.
local function input_files()
  local source = quarto and quarto.doc and quarto.doc.input_file
  if type(source) == 'string' and source ~= '' then
    return { source }
  end
  return PANDOC_STATE.input_files
end

local function project_folder()
  local folder = quarto and quarto.project and quarto.project.directory
  return type(folder) == 'string' and folder ~= '' and folder or nil
end

-- Pandoc 2 has no JSON writer in Lua; names of extensions need no escapes.
local function reader_options()
  local names = {}
  for _, name in ipairs(PANDOC_READER_OPTIONS.extensions) do
    names[#names + 1] = '"' .. name .. '"'
  end
  return string.format(
    '{"extensions":[%s],"strip-comments":%s}',
    table.concat(names, ','),
    tostring(PANDOC_READER_OPTIONS.strip_comments)
  )
end

local function arguments()
  local given = { FORMAT, '--reader-options', reader_options() }
  for _, name in ipairs(input_files()) do
    if name ~= '-' then -- standard input has no folder
      given[#given + 1] = '--input'
      given[#given + 1] = name
    end
  end
  if project_folder() then
    given[#given + 1] = '--project'
    given[#given + 1] = project_folder()
  end
  return given
end

local function say(...)
  io.stderr:write(table.concat({ ... }, '\n'), '\n')
end

-- The gate has said why it refuses. The last two lines are those that Pandoc prints for a JSON
-- filter; `ars render` reads the status from them.
local function explain(failure)
  local status = failure:match('Filter returned error status (%-?%d+)')
  if status then
    say('Error running filter ars-gate:', 'Filter returned error status ' .. status)
  elseif failure:find('Could not find executable', 1, true) then
    say(
      "ars-gate: the program '" .. gate() .. "' was not found: nobody can judge the citations",
      '  next: install ars-pandoc in the environment that Pandoc or Quarto is started from',
      '  or:   set the variable ARS_GATE to its full path'
    )
  else
    say('ars-gate: the program ' .. gate() .. ' gave no document back', '  why: ' .. failure)
  end
end

local function judge(document)
  local done, result = pcall(pandoc.utils.run_json_filter, document, gate(), arguments())
  if done then
    return result
  end
  explain(tostring(result))
  -- An error would print a stack trace. Nothing was written yet: an older output stays as it was.
  os.exit(PANDOC_FILTER_ERROR)
end

return { { Pandoc = judge } }
