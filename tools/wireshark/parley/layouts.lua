-- Layouts of parts in their canonical text (docs/reference/hhfr-schema.md), as `parley describe --layouts` prints them.

local digests = ...
if type(digests) ~= "table" then -- run by Wireshark as a plugin of its own
    return
end
local layouts = {}

local function element(rest)
    local name, type = rest:match("^(%b{}[^%s]+)%s*(.*)$")
    name = name and name:gsub("^{}", "")
    return { name = name, type = type ~= "" and type or nil }
end

local function simple(words)
    local list = words:match("^list (.*)$")
    words = list or words
    return {
        scalar = words:match("^[A-Z0-9_]+"),
        builtIn = words:match("^CALENDAR (%a+)"),
        big = words:find(" big", 1, true) ~= nil,
        bytes = tonumber(words:match(" bytes (%d+)")),
        encoding = words:match(" (LATIN_1)") or words:match(" (UTF_16)"),
        list = list ~= nil,
    }
end

local function typed(words)
    if not words then
        return { untyped = true }
    end
    local number = words:match("^type (%d+)$")
    return number and { complex = tonumber(number) } or { simple = simple(words) }
end

-- The alternative or part that a line "element …" describes.
local function alternative(rest)
    local one = element(rest)
    local described = typed(one.type)
    described.name = one.name or "?"
    return described
end

-- Bits that the state of an item takes.
function layouts.stateBits(slot)
    local widest = 1
    for _, each in ipairs(slot.alternatives) do
        widest = math.max(widest, each.wildcard and 1 or each.complex and 3 or 2)
    end
    return widest
end

-- Reads a canonical text: { root, types }.
function layouts.read(text)
    local layout, type, slot = { types = {} }, nil, nil
    for line in text:gmatch("[^\n]+") do
        local number = line:match("^type (%d+)$")
        if number then
            type = { attributes = {}, slots = {}, substitutes = {} }
            layout.types[tonumber(number)] = type
        elseif line:match("^element ") then
            layout.root = { once = true, alternatives = { alternative(line:sub(9)) } }
        elseif line:match("^ attribute ") then
            local one = element(line:sub(12))
            type.attributes[#type.attributes + 1] = { name = one.name, simple = simple(one.type) }
        elseif line == " any attribute" then
            type.anyAttribute = true
        elseif line:match("^ text ") then
            type.text = simple(line:sub(7))
        elseif line == " infoset" then
            type.infoset = true
        elseif line == " slot" or line == " slots" then
            slot = { once = line == " slot", alternatives = {} }
            type.slots[#type.slots + 1] = slot
        elseif line:match("^  element ") then
            slot.alternatives[#slot.alternatives + 1] = alternative(line:sub(11))
        elseif line == "  any" then
            slot.alternatives[#slot.alternatives + 1] = { wildcard = true, name = "any" }
        elseif line:match("^ substitute") then
            type.substitutes[#type.substitutes + 1] = tonumber(line:match(" type (%d+)$"))
        end
    end
    return layout
end

-- Reads a file of parts; returns layouts by their marks, as hex, and a text of what went wrong.
function layouts.file(path)
    local marks = {}
    local file, problem = io.open(path)
    if not file then
        return marks, problem
    end
    local part
    local function finish()
        if part and part.key and part.fingerprint and #part.lines > 0 then
            local mark = digests.sha256(part.key .. "\n" .. part.fingerprint:sub(1, 16)):sub(1, 8)
            marks[mark] = { key = part.key, layout = layouts.read(table.concat(part.lines, "\n")) }
        end
    end
    for line in file:lines() do
        if line:match("^%[") then
            finish()
            part = { lines = {} }
        elseif part and line:match("^|") then
            part.lines[#part.lines + 1] = line:sub(3)
        elseif part then
            local name, value = line:match("^(%w+): (.*)$")
            if name then
                part[name] = value
            end
        end
    end
    finish()
    file:close()
    return marks
end

return layouts
