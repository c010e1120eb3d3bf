-- Heads of messages (docs/protocol.md, 5.5) and contents in hhfr and bnux (docs/reference), as items of a tree.

local digests, layouts = ...
if type(digests) ~= "table" then -- run by Wireshark as a plugin of its own
    return
end
local content = {}

-- Reading, from the front to the end.
local Reader = {}
Reader.__index = Reader

local function reader(tvb, at)
    return setmetatable({ tvb = tvb, at = at or 0 }, Reader)
end

function Reader:range(length)
    if length < 0 or self.at + length > self.tvb:len() then
        error({ wire = "expected " .. length .. " bytes more, found " .. (self.tvb:len() - self.at) })
    end
    local from = self.at
    self.at = from + length
    return length > 0 and self.tvb(from, length) or nil
end

function Reader:bytes(length)
    local range = self:range(length)
    return range and range:raw() or ""
end

function Reader:byte()
    return self:bytes(1):byte()
end

function Reader:varint()
    local value, unit = 0, 1
    for _ = 1, 10 do
        local byte = self:byte()
        value = value + byte % 128 * unit
        if byte < 128 then
            return value
        end
        unit = unit * 128
    end
    error({ wire = "expected a varint, found more than 10 bytes" })
end

function Reader:zigzag()
    local value = self:varint()
    return value % 2 == 0 and value / 2 or -(value + 1) / 2
end

function Reader:text()
    return self:bytes(self:varint())
end

function Reader:integer()
    local bytes = self:bytes(self:varint())
    if #bytes > 6 then
        return "0x" .. digests.hex(bytes)
    end
    local value = 0
    for i = 1, #bytes do
        value = value * 256 + bytes:byte(i)
    end
    if #bytes > 0 and bytes:byte(1) >= 128 then
        value = value - 256 ^ #bytes
    end
    return string.format("%d", value)
end

function Reader:decimal()
    local scale = self:varint()
    local unscaled = self:integer()
    return scale == 0 and unscaled or unscaled .. "E-" .. scale
end

function Reader:bits(count)
    local bytes, states = self:bytes(math.floor((count + 7) / 8)), { at = 0 }
    function states.take(width)
        local value = 0
        for i = 0, width - 1 do
            local bit = states.at + i
            local byte = bytes:byte(math.floor(bit / 8) + 1)
            value = value + math.floor(byte / 2 ^ (bit % 8)) % 2 * 2 ^ i
        end
        states.at = states.at + width
        return value
    end
    return states
end

-- The infoset: one table of symbols for a message, tokens as text of XML.

local function index(at, width)
    if width == 2 then
        return nil
    end
    local bytes, value = at:bytes(({ [0] = 1, [1] = 2, [3] = 4 })[width]), 0
    for i = 1, #bytes do
        value = value * 256 + bytes:byte(i)
    end
    return value
end

local function indexes(at, token, one)
    if math.floor(token / 8) % 2 == 1 then
        return math.floor(token / 16)
    end
    local first = index(at, math.floor(token / 16) % 4)
    return first, not one and index(at, math.floor(token / 64)) or nil
end

local function tokens(run, at, stop, tree, fields)
    local function symbol(number)
        return number and (run.symbols[number] or error({ wire = "expected a symbol, found number " .. number })) or nil
    end
    while at.at < stop do
        local from = at.at
        local token = at:byte()
        local kind, text = token % 8, nil
        if kind == 0 then
            text = symbol(indexes(at, token, true))
        elseif kind == 1 then
            local name = symbol((indexes(at, token)))
            text = name .. '="' .. symbol((indexes(at, at:byte(), true))) .. '"'
            at:byte()
        elseif kind == 2 then
            local name, namespace = indexes(at, token)
            namespace = symbol(namespace)
            run.open[#run.open + 1] = symbol(name)
            text = "<" .. symbol(name) .. ">" .. (namespace and " of " .. namespace or "")
        elseif kind == 3 then
            text = "</" .. (table.remove(run.open) or "?") .. ">"
        elseif kind == 4 then
            text = "<!--" .. symbol(indexes(at, token, true)) .. "-->"
        elseif kind == 5 then
            local prefix, namespace = indexes(at, token)
            text = "xmlns:" .. symbol(prefix) .. '="' .. (symbol(namespace) or "") .. '"'
        elseif kind == 6 then
            local target, data = indexes(at, token)
            text = "<?" .. symbol(target) .. " " .. (symbol(data) or "") .. "?>"
        else
            at:bytes(16)
            text = "<!DOCTYPE>"
        end
        tree:add(fields.infoset, at.tvb(from, at.at - from), text)
    end
end

local function symbols(run, at, count, length)
    local from = at.at
    for _ = 1, count do
        local first = at.at
        while at:byte() ~= 0 do end
        run.symbols[run.count] = first < at.at - 1 and at.tvb(first, at.at - 1 - first):raw() or ""
        run.count = run.count + 1
    end
    if at.at - from ~= length then
        error({ wire = "expected " .. length .. " bytes of symbols, found " .. (at.at - from) })
    end
end

local function infosetRun(run, at, tree, fields)
    repeat
        local head = at:varint()
        local behind = head % 4
        if math.floor(head / 4) % 2 == 1 then
            run.symbols, run.count = {}, 0
        end
        local count = at:varint()
        if count > 0 then
            symbols(run, at, count, at:varint())
        end
        tokens(run, at, at.at + math.floor(head / 8), tree, fields)
    until behind ~= 0
end

local function int32(bytes, at)
    local a, b, c, d = bytes:byte(at, at + 3)
    local value = ((a * 256 + b) * 256 + c) * 256 + d
    return value >= 2147483648 and value - 4294967296 or value
end

local function bnux(at, tree, fields)
    at:bytes(4)
    if at:byte() ~= 7 then
        tree:add(fields.note, at.tvb(at.at), "pages of bnux that are deflated: not shown")
        return
    end
    local run, last = { symbols = {}, count = 0, open = {} }, false
    local first = true
    while not last do
        at:byte()
        local size = int32(at:bytes(4), 1)
        last = size < 0
        local stop = at.at + math.abs(size)
        local counts = at:bytes(12)
        run.symbols, run.count = {}, 0
        symbols(run, at, int32(counts, 1), int32(counts, 9))
        at:bytes(first and 8 or 4)
        first = false
        tokens(run, at, stop, tree, fields)
    end
end

-- Values of hhfr.

local CALENDAR = { "year", "month", "day", "hour", "minute", "second", "fraction", "zone" }
local DURATION = { "years", "months", "days", "hours", "minutes", "seconds", "negative" }

local function masked(at, names, duration)
    local mask, found = at:varint(), {}
    for i, name in ipairs(names) do
        if math.floor(mask / 2 ^ (i - 1)) % 2 == 1 then
            local value
            if duration then
                value = name == "seconds" and at:decimal() or name == "negative" and "" or at:integer()
            elseif name == "year" then
                value = at:integer()
            else
                value = name == "fraction" and at:decimal() or string.format("%d", at:zigzag())
            end
            found[#found + 1] = name .. " " .. value
        end
    end
    return table.concat(found, ", ")
end

local FIXED = {
    BYTE = { 1, "int" }, SHORT = { 2, "int" }, INT = { 4, "int" }, LONG = { 8, "int64" },
    UNSIGNED_BYTE = { 1, "uint" }, UNSIGNED_SHORT = { 2, "uint" }, UNSIGNED_INT = { 4, "uint" },
    FLOAT = { 4, "float" }, DOUBLE = { 8, "float" },
}

local function binary(at, head)
    if head % 2 == 0 then
        return digests.hex(at:bytes(head / 2))
    end
    local type, name = at:text(), at:text()
    local about = "content type " .. type .. (name ~= "" and ", name " .. name or "") .. ", "
    if head > 1 then
        return about .. "on side stream " .. string.format("%d", (head - 3) / 2)
    end
    return about .. digests.hex(at:bytes(at:varint()))
end

local function scalar(at, simple)
    local kind = simple.scalar
    local fixed = FIXED[kind]
    if fixed then
        local range = at:range(fixed[1])
        return tostring(range[(simple.big and "" or "le_") .. fixed[2]](range))
    elseif kind == "BOOLEAN" then
        return at:byte() == 1 and "true" or "false"
    elseif kind == "STRING" then
        return simple.bytes and at:bytes(simple.bytes) or at:text()
    elseif kind == "INTEGER" then
        return at:integer()
    elseif kind == "DECIMAL" then
        return at:decimal()
    elseif kind == "HEX_BINARY" then
        return digests.hex(simple.bytes and at:bytes(simple.bytes) or at:bytes(at:varint()))
    elseif kind == "BASE64_BINARY" then
        return simple.bytes and digests.hex(at:bytes(simple.bytes)) or binary(at, at:varint())
    elseif kind == "CALENDAR" then
        return masked(at, CALENDAR, false)
    elseif kind == "DURATION" then
        return masked(at, DURATION, true)
    elseif kind == "QNAME" then
        local namespace, name = at:text(), at:text()
        at:text()
        return "{" .. namespace .. "}" .. name
    end
    error({ wire = "expected a scalar that this dissector knows, found " .. tostring(kind) })
end

local function value(at, simple)
    if not simple.list then
        return scalar(at, simple)
    end
    local found = {}
    for i = 1, at:varint() do
        found[i] = scalar(at, simple)
    end
    return table.concat(found, " ")
end

-- Records of hhfr.

local Part = {}
Part.__index = Part

function Part:show(tree, from, name, text)
    local length = self.at.at - from
    local range = length > 0 and self.at.tvb(from, length) or self.at.tvb(math.min(from, self.at.tvb:len() - 1), 1)
    return tree:add(self.fields.value, range, name .. (text and " = " .. text or ""))
end

function Part:attributes(type, states, tree)
    for _, attribute in ipairs(type.attributes) do
        if states.take(1) == 1 then
            local from = self.at.at
            local text = value(self.at, attribute.simple)
            self:show(tree, from, "@" .. attribute.name, text)
        end
    end
    if type.anyAttribute then
        for _ = 1, self.at:varint() do
            local from = self.at.at
            local _, name = self.at:text(), self.at:text()
            self.at:text()
            self:show(tree, from, "@" .. name, self.at:text())
        end
    end
end

function Part:record(number, tree, nil_)
    local type = self.layout.types[number]
    if #type.substitutes > 0 then
        local substitute = self.at:varint()
        type = substitute == 0 and type or self.layout.types[type.substitutes[substitute]]
    end
    local count = #type.attributes + (not nil_ and type.text and 1 or 0)
    for _, slot in ipairs(nil_ and {} or type.slots) do
        count = count + (slot.once and layouts.stateBits(slot) or 0)
    end
    local states = self.at:bits(count)
    self:attributes(type, states, tree)
    if nil_ then
        return
    end
    if type.text and states.take(1) == 1 then
        local from = self.at.at
        local text = value(self.at, type.text)
        self:show(tree, from, "text", text)
    end
    for _, slot in ipairs(type.slots) do
        if slot.once then
            self:item(slot, states.take(layouts.stateBits(slot)), tree)
        else
            self:repeated(slot, tree)
        end
    end
end

function Part:repeated(slot, tree)
    local count, width = self.at:varint(), layouts.stateBits(slot)
    local states
    if count > 0 and width > 1 and self.at:byte() == 1 then
        states = self.at:bits(count * width)
    end
    local fixed = #slot.alternatives == 1 and slot.alternatives[1].simple and FIXED[slot.alternatives[1].simple.scalar]
    for i = 1, count do
        if i > self.most and fixed and not states then
            local from = self.at.at
            self.at:bytes((count - i + 1) * fixed[1])
            self:show(tree, from, slot.alternatives[1].name, "… " .. (count - i + 1) .. " more")
            return
        end
        self:item(slot, states and states.take(width) or 1, tree)
    end
end

function Part:item(slot, state, tree)
    if state == 0 then
        return
    end
    local alternative = slot.alternatives[1]
    local from = self.at.at
    if #slot.alternatives > 1 then
        alternative = slot.alternatives[self.at:varint() + 1] or error({ wire = "expected an alternative, found another" })
    end
    if state == 2 then
        self:show(tree, from, alternative.name, "nil")
    elseif state == 3 or alternative.wildcard then
        infosetRun(self.run, self.at, self:show(tree, from, alternative.name, "infoset"), self.fields)
    elseif alternative.complex then
        local item = self:show(tree, from, alternative.name)
        self:record(alternative.complex, item, state == 4)
        item:set_len(math.max(1, self.at.at - from))
    else
        local text = value(self.at, alternative.simple)
        self:show(tree, from, alternative.name, text)
    end
end

local function hhfr(at, tree, context)
    local run = { symbols = {}, count = 0, open = {} }
    while true do
        local segment = at:byte()
        if segment == 0 then
            return
        elseif segment == 1 then
            infosetRun(run, at, tree, context.fields)
        elseif segment == 3 then
            local version = at:byte()
            tree:add(context.fields.infoset, at.tvb(at.at - 2, 2), "<soap:Envelope><soap:Body>, SOAP 1." .. version + 1)
        elseif segment == 4 then
            tree:add(context.fields.infoset, at.tvb(at.at - 1, 1), "an end tag of the envelope")
        elseif segment == 2 then
            local from = at.at
            local number = at:varint()
            local mark = digests.hex(at:bytes(4))
            local item = tree:add(context.fields.part, at.tvb(from, at.at - from), number)
            item:add(context.fields.mark, at.tvb(at.at - 4, 4))
            local known = context.marks[mark]
            if not known then
                item:add(context.fields.note, at.tvb(at.at), "no layout has this mark: see the preference for layouts")
                return
            end
            item:add(context.fields.key, at.tvb(at.at - 4, 4), known.key)
            local part = setmetatable({
                at = at, run = run, layout = known.layout, fields = context.fields, most = context.most,
            }, Part)
            local root = known.layout.root
            part:item(root, at:bits(layouts.stateBits(root)).take(layouts.stateBits(root)), item)
        else
            error({ wire = "expected a segment, found number " .. segment })
        end
    end
end

local function flag(value, bit)
    return math.floor(value / bit) % 2 == 1
end

local function head(at, tree, fields)
    local from = at.at
    local first = at:byte()
    local item = tree:add(fields.head, at.tvb(from, 1), "SOAP 1." .. first % 16)
    local status = at:varint()
    if status > 0 then
        item:add(fields.status, at.tvb(from, at.at - from), status)
    end
    if flag(first, 0x20) then
        item:add(fields.chosen, at.tvb(at.at, 1), at:varint())
    end
    local begin = at.at
    local action = at:text()
    item:add(fields.action, at.tvb(begin, at.at - begin), action)
    for _ = 1, at:varint() do
        begin = at.at
        local name = at:text()
        local text = name .. ": " .. at:text()
        item:add(fields.header, at.tvb(begin, at.at - begin), text)
    end
    if flag(first, 0x10) then
        for _ = 1, at:varint() do
            begin = at.at
            local kept = at:varint()
            item:add(fields.kept, at.tvb(begin, at.at - begin), kept)
        end
    end
    if flag(first, 0x40) then
        for _ = 1, at:varint() do
            begin = at.at
            local id = at:text()
            for _ = 1, at:varint() do
                at:text()
                at:text()
            end
            local inline = at:varint()
            if inline == 0 then
                at:bytes(at:varint())
            else
                id = id .. " on side stream " .. (inline - 1)
            end
            item:add(fields.attachment, at.tvb(begin, at.at - begin), id)
        end
    end
    item:set_len(at.at - from)
end

-- Shows the content of a whole message: context has fields, marks, most and xml, a dissector; errors are tables with wire.
function content.show(tvb, tree, context, pinfo)
    local at = reader(tvb)
    head(at, tree, context.fields)
    if at.at == tvb:len() then
        return
    end
    local begin = tvb(at.at, math.min(4, tvb:len() - at.at)):raw()
    if begin == "\224\1\223\254" then
        local item = tree:add(context.fields.representation, tvb(at.at), "bnux")
        bnux(at, item, context.fields)
    elseif begin:byte() == 0x3c then
        tree:add(context.fields.representation, tvb(at.at), "xml")
        context.xml:call(tvb(at.at):tvb(), pinfo, tree)
    elseif begin:byte() >= 1 and begin:byte() <= 3 then
        local item = tree:add(context.fields.representation, tvb(at.at), "hhfr")
        hhfr(at, item, context)
    else
        tree:add(context.fields.representation, tvb(at.at), context.representation or "another")
    end
end

return content
