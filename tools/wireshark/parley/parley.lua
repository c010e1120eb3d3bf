-- Dissector of the Parley protocol, version 1: docs/protocol.md says what every field is. The guide is docs/guide/wireshark.md.
-- Copy this folder to the personal plugins of Wireshark, or name this file: tshark -X lua_script:tools/wireshark/parley/parley.lua

if parley_dissector then
    return
end
parley_dissector = true -- Wireshark runs a file of its plugins once more where it is named as well

local folder = debug.getinfo(1, "S").source:match("^@?(.*[/\\])") or "./"
local function room(name, ...)
    return assert(loadfile(folder .. name))(...)
end
local digests = room("digests.lua")
local negotiation = room("negotiation.lua", digests)
local layouts = room("layouts.lua", digests)
local content = room("content.lua", digests, layouts)

local parley = Proto("parley", "Parley")

local names = room("fields.lua", parley)
local TYPES, CODES, KINDS, f, e = names.types, names.codes, names.kinds, names.fields, names.experts

parley.prefs.ports = Pref.range("Ports", "", "TCP ports that are taken for Parley's, beside those that SOAP answers name", 65535)
parley.prefs.layouts = Pref.string("Layouts", "", "File that `parley describe --layouts` printed, to show typed parts")
parley.prefs.compression = Pref.string("Compression", "", "Compression of sessions whose answer was not captured")
parley.prefs.checksums = Pref.bool("Check payload checksums", true, "Takes a while for long messages")
parley.prefs.most = Pref.uint("Items shown", 100, "Of an array of numbers")
parley.prefs.longest = Pref.uint("Longest message", 16777216, "Bytes up to which messages are put together")

local streamOf, http = Field.new("tcp.stream"), {
    data = Field.new("http.file_data"),
    connection = Field.new("http.request.line"),
}
local connections, sessions, secrets, notes, known, marks

local function reset()
    connections, sessions, secrets, notes, known = {}, {}, {}, {}, {}
    negotiation.reset()
end

local function connection(key, from)
    connections[key] = connections[key] or { key = key, opener = from, checksum = {}, next = {}, messages = {} }
    return connections[key]
end

local function preamble(tvb, tree, c, way)
    local item = tree:add(f.magic, tvb(0, 8), "PRLY")
    item:add(f.version, tvb(4, 1))
    local features = item:add(f.features, tvb(6, 2))
    features:add(f.checksums, tvb(6, 2))
    c.checksum[way] = tvb(7, 1):uint() % 2 == 1
    if tvb(4, 1):uint() ~= 1 or tvb(5, 1):uint() ~= 0 or tvb(6, 2):uint() > 1 then
        item:add_tvb_expert_info(e.malformed, tvb(0, 8), "version, byte 5 or feature bits that are not known")
    end
    return "preamble"
end

-- Fields in their order: "token" has a length of one byte in front, "terms" of two; "text" goes to the end.
local PAYLOADS = {
    OPEN = { "token", "digest", "terms" },
    ACCEPT = { "digest", "received", "secret" },
    REFUSE = { "code", "text" },
    RESUME = { "secret", "digest", "received" },
    ACK = { "received" },
    PING = { "body" },
    PONG = { "body" },
    GOAWAY = { "code", "lastStream", "text" },
    CREDIT = { "bytes" },
    ABORT = { "code", "text" },
    EXPENDABLE = { "operation", "number" },
}
local SIZES = {
    digest = 32, received = 8, body = 8, code = 1, lastStream = 4, bytes = 4, declared = 8, operation = 2, number = 8, sideOf = 4, sideNumber = 2, count = 2,
}
local FLAGS = {
    GOAWAY = { "drain" },
    ABORT = { "dispatched" },
    DATA = { "begin", "ends", "atMost", "sides", "kind" },
}

local function has(flags, bit)
    return math.floor(flags / bit) % 2 == 1
end

local function ofData(flags)
    local names = {}
    if has(flags, 1) or has(flags, 4) then
        names[1] = "declared"
    end
    if has(flags, 1) and math.floor(flags / 16) == 4 then
        names[#names + 1] = "sideOf"
        names[#names + 1] = "sideNumber"
    end
    if has(flags, 8) then
        names[#names + 1] = "count"
    end
    return names
end

-- Adds the fields of a payload and returns them: numbers, or bytes as hex; what is left over stands in rest.
local function payload(names, tvb, tree)
    local at, found = 0, {}
    for _, name in ipairs(names) do
        local length = SIZES[name]
        if name == "token" or name == "secret" then
            length, at = tvb(at, 1):uint(), at + 1
        elseif name == "terms" then
            length, at = tvb(at, 2):uint(), at + 2
        elseif name == "text" then
            length = tvb:len() - at
        end
        if length > 0 then
            local range = tvb(at, length)
            if name == "text" then
                tree:add_packet_field(f.text, range, ENC_UTF_8 + ENC_STRING)
            else
                tree:add(f[name], range)
            end
            found[name] = length <= 4 and range:uint() or length == 8 and range:uint64():tonumber()
                or digests.hex(range:raw())
        end
        at = at + length
    end
    found.rest = at < tvb:len() and tvb(at) or nil
    return found
end

local function link(c, token, digest, tree)
    local agreed = negotiation.of(token, digest) or c.agreed
    if not agreed then
        return
    end
    c.agreed = agreed
    if agreed.offer then
        tree:add(f.offerIn, agreed.offer):set_generated()
    end
    tree:add(f.answerIn, agreed.frame):set_generated()
    tree:add(f.agreed, string.format("%s on %s, security %s, compression %s, reliability %s%s", agreed.representation,
        agreed.channel, agreed.security, agreed.compression, agreed.reliability,
        (digest and agreed.digest and digest ~= agreed.digest) and ": the digest is another" or "")):set_generated()
end

local function opening(type, values, c, tree, pinfo)
    if values.token then
        tree:add(f.tokenHash, digests.sha256((values.token:gsub("..", function(two)
            return string.char(tonumber(two, 16))
        end)))):set_generated()
    end
    if type == "ACCEPT" and values.secret and not pinfo.visited then
        secrets[values.secret] = { frame = pinfo.number, c = c }
    elseif type == "RESUME" and values.secret and secrets[values.secret] then
        local before = secrets[values.secret]
        tree:add(f.openedIn, before.frame):set_generated()
        c.messages, c.agreed = before.c.messages, before.c.agreed
    end
    link(c, values.token, values.digest, tree)
end

local function decoded(bytes, c, tree, pinfo)
    local compression = c.agreed and c.agreed.compression or parley.prefs.compression
    local whole = ByteArray.new(bytes, true):tvb("Parley message")
    local body = whole
    if compression == "delta" then
        tree:add(f.compression, whole(0, 1), "delta: not expanded")
        return
    elseif compression ~= "none" and compression ~= "" then
        tree:add(f.compression, whole(0, 1), compression .. (bytes:byte() == 0 and ": not compressed" or ""))
        if bytes:byte() == 0 then
            body = whole(1):tvb()
        else
            local inflate = compression == "gzip" and (whole(1).uncompress_zlib or whole(1).uncompress)
            if not inflate then
                return
            end
            body = inflate(whole(1), "Parley message, inflated"):tvb()
        end
    end
    local held, problem = pcall(content.show, body, tree, {
        fields = f, marks = marks, most = parley.prefs.most, xml = Dissector.get("xml"),
        representation = c.agreed and c.agreed.representation,
    }, pinfo)
    if not held then
        local text = type(problem) == "table" and problem.wire or tostring(problem)
        tree:add_proto_expert_info(e.malformed, "content: " .. text)
    end
end

-- Puts messages together: what a DATA frame completes is kept under its number, since Wireshark asks for it again.
local function together(c, way, number, stream, flags, values, pinfo)
    local key = way .. "|" .. number
    if notes[c.key .. key] or pinfo.visited then
        return notes[c.key .. key]
    end
    local messages = c.messages
    if has(flags, 1) then
        local kind = math.floor(flags / 16)
        local other = messages[(way == "up" and "down" or "up") .. stream]
        messages[way .. stream] = {
            kind = kind, first = pinfo.number, bytes = {}, length = 0, fragments = 0,
            request = kind >= 2 and kind < 4 and other and other.first or nil,
        }
    end
    local message = messages[way .. stream]
    if not message then
        return nil
    end
    local length = values.rest and values.rest:len() or 0
    message.fragments, message.length = message.fragments + 1, message.length + length
    if length > 0 and message.length <= parley.prefs.longest then
        message.bytes[#message.bytes + 1] = values.rest:raw()
    end
    local note = { message = message, first = message.first, request = message.request, ends = has(flags, 2) }
    if note.ends and message.length <= parley.prefs.longest then
        note.whole = table.concat(message.bytes)
        message.bytes = {}
    end
    notes[c.key .. key] = note
    return note
end

local function data(c, way, number, stream, flags, values, tree, pinfo)
    if values.rest then
        tree:add(f.content, values.rest)
    end
    local note = together(c, way, number, stream, flags, values, pinfo)
    if not note then
        return
    end
    tree:add(f.firstIn, note.first):set_generated()
    if note.request then
        tree:add(f.requestIn, note.request):set_generated()
    end
    if note.ends then
        local item = tree:add(f.message, KINDS[note.message.kind] or "?")
        item:set_generated()
        item:add(f.fragments, note.message.fragments):set_generated()
        item:add(f.messageLength, note.message.length):set_generated()
        if note.whole and #note.whole > 0 and note.message.kind ~= 4 then
            decoded(note.whole, c, item, pinfo)
        end
    end
end

local function described(type, flags, stream, values)
    local text = type .. (stream > 0 and " " .. stream or "")
    if type == "DATA" then
        text = text .. (has(flags, 1) and " BEGIN " .. (KINDS[math.floor(flags / 16)] or "?") or "")
            .. (has(flags, 2) and " END" or "") .. (has(flags, 8) and " SIDES" or "")
    elseif type == "GOAWAY" and has(flags, 1) then
        text = text .. " DRAIN"
    end
    if values.code then
        text = text .. " " .. (CODES[values.code] or "code " .. values.code)
    end
    return text
end

local function checked(tvb, c, way, item, header)
    local sum = digests.crc32c(tvb(0, 16):raw())
    if tvb(16, 4):uint() ~= sum then
        header:add_proto_expert_info(e.checksum, string.format("header checksum does not hold, 0x%08x would", sum))
    end
    local length = tvb:len()
    if length == 20 or not c.checksum[way] then
        return length
    end
    local shown = item:add(f.payloadChecksum, tvb(length - 4, 4))
    if parley.prefs.checksums then
        sum = digests.crc32c(tvb(20, length - 24):raw())
        if tvb(length - 4, 4):uint() ~= sum then
            shown:add_proto_expert_info(e.checksum, string.format("payload checksum does not hold, 0x%08x would", sum))
        end
    end
    return length - 4
end

-- One preamble or frame; returns what stands in the info column.
local function frame(tvb, tree, c, way, pinfo)
    if tvb(0, 4):string() == "PRLY" then
        return preamble(tvb, tree, c, way)
    end
    local number, flags, stream = tvb(4, 1):uint(), tvb(5, 1):uint(), tvb(12, 4):uint()
    local type = TYPES[number] or "type " .. number
    local item = tree:add(parley, tvb(), "Parley " .. type)
    item:add(f.length, tvb(0, 4))
    item:add(f.type, tvb(4, 1))
    local shown = item:add(f.flags, tvb(5, 1))
    for _, name in ipairs(FLAGS[type] or {}) do
        if name ~= "kind" or has(flags, 1) then
            shown:add(f[name], tvb(5, 1))
        end
    end
    local sequence = tvb(6, 6):uint64()
    item:add(f.sequence, tvb(6, 6), sequence)
    item:add(f.stream, tvb(12, 4))
    local stop = checked(tvb, c, way, item, item:add(f.headerChecksum, tvb(16, 4)))
    local values = {}
    if stop > 20 and (PAYLOADS[type] or type == "DATA") then
        local held, found = pcall(payload, PAYLOADS[type] or ofData(flags), tvb(20, stop - 20):tvb(), item)
        if not held then
            item:add_proto_expert_info(e.malformed, "payload is shorter than its fields")
        end
        values = held and found or values
    end
    if type == "OPEN" or type == "ACCEPT" or type == "RESUME" then
        opening(type, values, c, item, pinfo)
    elseif type == "DATA" then
        data(c, way, tostring(sequence), stream, flags, values, item, pinfo)
    elseif type == "EXPENDABLE" and values.rest then
        item:add(f.content, values.rest)
    elseif values.code then
        item:add_proto_expert_info(e.code, type .. ": " .. (CODES[values.code] or "unknown, taken as INTERNAL"))
    elseif not PAYLOADS[type] then
        item:add_proto_expert_info(e.malformed, "unknown type of frame")
    end
    local text = described(type, flags, stream, values)
    item:set_text("Parley " .. text)
    return text
end

local function size(tvb, at)
    if tvb(at, 4):string() == "PRLY" then
        return 8
    end
    local length = tvb(at, 4):uint()
    return length >= 20 and length <= 0x8000000 and length or nil
end

-- Dissects what is whole of a tvb and returns how much that was, and how much is missing, nil if it is no frame.
local function frames(tvb, tree, c, way, pinfo)
    local at, texts = 0, {}
    local missing = 0
    while at < tvb:len() do
        if tvb:len() - at < 4 then
            missing = DESEGMENT_ONE_MORE_SEGMENT
            break
        end
        local length = size(tvb, at)
        if not length then
            tree:add_proto_expert_info(e.malformed, "bytes that are no frame")
            at = tvb:len()
            break
        elseif at + length > tvb:len() then
            missing = at + length - tvb:len()
            break
        end
        texts[#texts + 1] = frame(tvb(at, length):tvb(), tree, c, way, pinfo)
        at = at + length
    end
    if #texts > 0 then
        pinfo.cols.protocol = "Parley"
        pinfo.cols.info:set(table.concat(texts, ", "))
        pinfo.cols.info:fence()
    end
    return at, missing
end

local function sender(pinfo)
    return tostring(pinfo.src) .. ":" .. pinfo.src_port
end

function parley.dissector(tvb, pinfo, tree)
    local stream = streamOf()
    local c = connection("tcp " .. (stream and stream.value or 0), sender(pinfo))
    local top = tree:add(parley, tvb())
    local at, missing = frames(tvb, top, c, sender(pinfo) == c.opener and "up" or "down", pinfo)
    if missing > 0 then
        pinfo.desegment_offset = at
        pinfo.desegment_len = missing
    end
    return tvb:len()
end

-- Carriers whose pieces are in order, and whose borders mean nothing: TLS and WebSocket. What is left of one is put before the next.
local pieces = Proto("parley.pieces", "Parley in TLS records or WebSocket messages")

function pieces.dissector(tvb, pinfo, tree)
    local stream = streamOf()
    local c = connection("tcp " .. (stream and stream.value or 0), sender(pinfo))
    local way = sender(pinfo) == c.opener and "up" or "down"
    local packet = "piece " .. pinfo.number
    local seen = notes[packet] or { at = 0 }
    notes[packet] = seen
    if not pinfo.visited then
        local whole = (c.rest or {})[way] or ""
        seen[#seen + 1] = whole .. tvb:raw()
        seen.at = #seen
    else
        seen.at = seen.at % #seen + 1
    end
    local bytes = seen[seen.at]
    local joined = #bytes > tvb:len() and ByteArray.new(bytes, true):tvb("Parley, joined") or tvb
    local at = frames(joined, tree:add(parley, joined()), c, way, pinfo)
    if not pinfo.visited then
        c.rest = c.rest or {}
        c.rest[way] = bytes:sub(at + 1)
    end
    return tvb:len()
end

local MAGIC = "PRLY\1\0\0"
local function begins(tvb)
    return tvb:len() >= 8 and tvb(0, 7):raw() == MAGIC
end

parley:register_heuristic("tcp", function(tvb, pinfo, tree)
    if not begins(tvb) then
        return false
    end
    pinfo.conversation = parley
    parley.dissector(tvb, pinfo, tree)
    return true
end)

parley:register_heuristic("tls", function(tvb, pinfo, tree)
    local stream = streamOf()
    local key = stream and stream.value
    if not known[key or -1] and not begins(tvb) then
        return false
    end
    known[key or -1] = true
    pieces.dissector(tvb:range():tvb(), pinfo, tree)
    return true
end)

DissectorTable.get("ws.protocol"):add("frames.parley.1", pieces)

-- Posts: a body is whole frames; the number of the connection stands in the request's headers.
local posts = Proto("parley.posts", "Parley in HTTP posts")

function posts.dissector(tvb, pinfo, tree)
    local stream = streamOf()
    local key = "http " .. (stream and stream.value or 0)
    local up = false
    for _, line in ipairs({ http.connection() }) do
        local number = tostring(line.value):match("[Pp]arley%-[Cc]onnection: (%x+)")
        if number then
            known[key], up = "post " .. number, true
        end
    end
    if tvb:len() > 0 then
        local c = connection(known[key] or key, "")
        frames(tvb, tree:add(parley, tvb()), c, up and "up" or "down", pinfo)
    end
    return tvb:len()
end

DissectorTable.get("media_type"):add("application/vnd.parley.frames", posts)

-- Offers and answers: seen behind all other dissectors, so that ports are known before anything comes on them.
local soap = Proto("parley.soap", "Parley negotiation")

function soap.dissector(_, pinfo, tree)
    for _, body in ipairs({ http.data() }) do
        local range = body.range
        local found = range and negotiation.take(range:raw(), pinfo.number)
        if found then
            local item = tree:add(parley, range, "Parley negotiation: " .. found.kind)
            item:add(f.negotiation, range, found.kind)
            if found.reason then
                item:add(f.reason, range, found.reason)
                return
            end
            item:add(f.negotiationId, range, found.id)
            if found.kind == "answer" then
                link({}, found.token, nil, item)
                if found.digest then
                    item:add(f.agreed, "digest " .. found.digest):set_generated()
                end
                for _, address in ipairs(found.channel == "stream" and found.addresses or {}) do
                    local port = tonumber(address:match(":(%d+)$"))
                    if found.security == "tls" then
                        DissectorTable.get("tcp.port"):add(port, Dissector.get("tls"))
                    else
                        DissectorTable.get("tcp.port"):add(port, parley)
                    end
                end
            end
        end
    end
end

register_postdissector(soap)

function parley.prefs_changed()
    local problem
    marks, problem = layouts.file(parley.prefs.layouts)
    if problem and parley.prefs.layouts ~= "" then
        report_failure("Parley: no layouts: " .. problem)
    end
    if parley.prefs.ports ~= "" then
        DissectorTable.get("tcp.port"):add(parley.prefs.ports, parley)
    end
end

function parley.init()
    reset()
    marks = layouts.file(parley.prefs.layouts)
    if parley.prefs.ports ~= "" then
        DissectorTable.get("tcp.port"):add(parley.prefs.ports, parley)
    end
end

reset()
marks = {}
