-- Offers and answers of docs/protocol.md, section 13, and which session each belongs to.

local digests = ...
if type(digests) ~= "table" then -- run by Wireshark as a plugin of its own
    return
end
local NAMESPACE = "urn:parley:1"

local negotiation = {}

-- Reads a document: elements as { name, attributes, children, text }, names without their prefixes.
local function tree(document)
    local root = { children = {}, attributes = {}, text = "" }
    local open, at = { root }, 1
    local function plain(text)
        return (text:gsub("&(#?x?%w+);", function(entity)
            local number = entity:match("^#(%d+)$") or (entity:match("^#x(%x+)$") and tonumber(entity:sub(3), 16))
            local char = number and tonumber(number) < 128 and string.char(tonumber(number))
            return char or ({ lt = "<", gt = ">", amp = "&", quot = '"', apos = "'" })[entity]
        end))
    end
    while true do
        local from, to, close, name, rest, empty = document:find("<(/?)([%w_:.-]+)([^>]-)(/?)>", at)
        local between = document:sub(at, (from or 0) - 1)
        open[#open].text = open[#open].text .. plain(between:gsub("<[?!][^>]*>", ""))
        if not from then
            return root
        end
        at = to + 1
        if close == "/" then
            if #open > 1 then
                open[#open] = nil
            end
        else
            local element = { name = name:gsub("^.*:", ""), attributes = {}, children = {}, text = "" }
            for key, _, value in rest:gmatch("([%w_:.-]+)%s*=%s*([\"'])(.-)%2") do
                element.attributes[key:gsub("^.*:", "")] = plain(value)
            end
            local children = open[#open].children
            children[#children + 1] = element
            if empty == "" then
                open[#open + 1] = element
            end
        end
    end
end

local function find(element, name)
    if element.name == name then
        return element
    end
    for _, child in ipairs(element.children) do
        local found = find(child, name)
        if found then
            return found
        end
    end
end

local function strip(text)
    return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

local function texts(element, name)
    local found = {}
    for _, child in ipairs(element.children) do
        if child.name == name then
            found[#found + 1] = strip(child.text)
        end
    end
    return found
end

local function value(text)
    return #text .. ":" .. text .. " "
end

-- The text that an agreement's digest is over (13.4).
local function terms(offer, answer)
    local lines = { "parley-terms " .. (answer.attributes.version or "") }
    local function line(name, one)
        lines[#lines + 1] = value(name) .. value(one or "")
    end
    local function list(name, values)
        local all = {}
        for i, one in ipairs(values) do
            all[i] = value(one)
        end
        lines[#lines + 1] = value(name) .. #values .. " " .. table.concat(all)
    end
    local function operations(side, message)
        for _, child in ipairs(message.children) do
            if child.name == "operation" then
                local values = texts(child, "representation")
                table.insert(values, 1, child.attributes.name or "")
                list(side .. ".operations", values)
            end
        end
    end
    local function limits(side, message)
        local found = {}
        for _, child in ipairs(message.children) do
            if child.name == "limit" then
                found[#found + 1] = child.attributes
            end
        end
        table.sort(found, function(a, b) return a.name < b.name end)
        local names, values = {}, {}
        for i, each in ipairs(found) do
            names[i], values[i] = each.name, each.value
        end
        list(side .. ".limits", names)
        list(side .. ".limits.values", values)
    end
    local function fingerprint(message)
        local data = find(message, "data")
        return data and data.attributes.fingerprint
    end
    line("offer.version", offer.attributes.version)
    line("offer.id", offer.attributes.id)
    line("offer.endpoint", offer.attributes.endpoint)
    list("offer.representations", texts(offer, "representation"))
    operations("offer", offer)
    list("offer.channels", texts(offer, "channel"))
    list("offer.securities", texts(offer, "security"))
    list("offer.compressions", texts(offer, "compression"))
    list("offer.reliabilities", texts(offer, "reliability"))
    limits("offer", offer)
    line("offer.lifetime", texts(offer, "lifetime")[1])
    list("offer.contextStores", texts(offer, "contextStore"))
    list("offer.headers", texts(offer, "header"))
    line("offer.fingerprint", fingerprint(offer))
    line("answer.id", answer.attributes.id)
    line("answer.offer", answer.attributes.offer)
    line("answer.representation", texts(answer, "representation")[1])
    operations("answer", answer)
    line("answer.channel", texts(answer, "channel")[1])
    list("answer.addresses", negotiation.addresses(answer))
    for _, term in ipairs({ "security", "certificate", "compression", "reliability" }) do
        line("answer." .. term, texts(answer, term)[1])
    end
    limits("answer", answer)
    line("answer.lifetime", texts(answer, "lifetime")[1])
    line("answer.contextStore", texts(answer, "contextStore")[1])
    list("answer.headers", texts(answer, "header"))
    line("answer.fingerprint", fingerprint(answer))
    local keys, prints = negotiation.parts(answer)
    list("answer.parts.keys", keys)
    list("answer.parts.fingerprints", prints)
    return table.concat(lines, "\n") .. "\n"
end

-- Host and port of each address, as the digest has them.
function negotiation.addresses(answer)
    local found = {}
    for _, child in ipairs(answer.children) do
        if child.name == "address" then
            local host = child.attributes.host or ""
            found[#found + 1] = (host:find(":") and "[" .. host .. "]" or host) .. ":" .. (child.attributes.port or "")
        end
    end
    return found
end

-- Keys of the listed parts in their order, and the first digits of their fingerprints.
function negotiation.parts(answer)
    local found = {}
    local function positions(key, words)
        local number = 0
        for word in (words or ""):gmatch("%S+") do
            if word ~= "." then
                found[#found + 1] = { key .. number, word == "-" and "" or word }
            end
            number = number + 1
        end
    end
    local data = find(answer, "data") or { children = {} }
    for _, operations in ipairs(data.children) do
        for _, operation in ipairs(operations.children) do
            local name = "{" .. (operations.attributes.namespace or "") .. "}" .. (operation.attributes.name or "")
            positions(name .. "/in/", operation.attributes["in"])
            positions(name .. "/out/", operation.attributes.out)
        end
    end
    table.sort(found, function(a, b) return a[1] < b[1] end)
    local keys, prints = {}, {}
    for i, part in ipairs(found) do
        keys[i], prints[i] = part[1], part[2]
    end
    return keys, prints
end

local offers, byToken, byDigest

-- Forgets all that was seen, as before another capture.
function negotiation.reset()
    offers, byToken, byDigest = {}, {}, {}
end

-- Takes an HTTP body; returns what it says of a negotiation, or nothing: { kind, id, … }.
function negotiation.take(body, frame)
    if not body:find(NAMESPACE, 1, true) then
        return nil
    end
    local root = tree(body)
    local offer, answer, refusal = find(root, "offer"), find(root, "answer"), find(root, "refusal")
    if offer then
        local id = offer.attributes.id or ""
        offers[id] = offers[id] or { frame = frame, element = offer }
        return { kind = "offer", id = id, channels = texts(offer, "channel"), representations = texts(offer, "representation") }
    elseif answer then
        return negotiation.answered(answer, frame)
    elseif refusal then
        return { kind = "refusal", reason = refusal.attributes.reason or "", id = "" }
    end
end

function negotiation.answered(answer, frame)
    local token = digests.base64url(texts(answer, "token")[1] or "")
    if byToken[token] then
        return byToken[token]
    end
    local offer = offers[answer.attributes.offer or ""]
    local agreed = {
        kind = "answer",
        id = answer.attributes.id or "",
        frame = frame,
        offer = offer and offer.frame,
        token = token,
        digest = offer and digests.sha256(terms(offer.element, answer)),
        channel = texts(answer, "channel")[1],
        security = texts(answer, "security")[1],
        representation = texts(answer, "representation")[1],
        compression = texts(answer, "compression")[1],
        reliability = texts(answer, "reliability")[1],
        addresses = negotiation.addresses(answer),
    }
    byToken[token] = agreed
    if agreed.digest then
        byDigest[agreed.digest] = agreed
    end
    return agreed
end

-- The answer that gave out this token, or that has this digest; nothing if it was not seen.
function negotiation.of(token, digest)
    return (token and byToken[token]) or (digest and byDigest[digest])
end

negotiation.reset()
return negotiation
