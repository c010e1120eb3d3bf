-- Names, fields and expert infos of the protocol: docs/protocol.md, sections 2 to 5 and 10.

local parley = ...
if type(parley) ~= "userdata" then -- run by Wireshark as a plugin of its own
    return
end

local TYPES = {
    "OPEN", "ACCEPT", "REFUSE", "RESUME", "ACK", "PING", "PONG", "GOAWAY", "DATA", "CREDIT", "ABORT",
    "EXPENDABLE",
}
local CODES = {
    "INTERNAL", "PROTOCOL", "MALFORMED_FRAME", "VERSION", "TOKEN_REFUSED", "WRONG_NODE", "DIGEST_MISMATCH", "CHECKSUM",
    "OPEN_TIMEOUT", "TOO_SLOW", "ENHANCE_CALM", "GOING_AWAY", "TERMS_CHANGED", "CONNECTION_LOST", "CONNECT_FAILED",
    "FLOW_CONTROL", "LIMIT", "BUDGET", "MALFORMED_MESSAGE", "SCHEMA_VIOLATION", "UNKNOWN_OPERATION", "ENCODING", "TIMEOUT",
    "CANCELLED", "NOT_DISPATCHED", "SCHEMA_INVALID", "NEGOTIATION", "XML_REFUSED", "CLOSED", "CONTEXT_UNAVAILABLE",
    "CONTEXT_REFUSED", "CONTENT_MISMATCH",
}
local KINDS = { [0] = "request", "one-way", "response", "fault", "side stream" }

local f = {
    magic = ProtoField.string("parley.preamble", "Preamble"),
    version = ProtoField.uint8("parley.version", "Version"),
    features = ProtoField.uint16("parley.features", "Features", base.HEX),
    checksums = ProtoField.bool("parley.features.payload_checksum", "PAYLOAD_CHECKSUM", 16, nil, 0x0001),
    length = ProtoField.uint32("parley.length", "Length"),
    type = ProtoField.uint8("parley.type", "Type", base.DEC, TYPES),
    flags = ProtoField.uint8("parley.flags", "Flags", base.HEX),
    drain = ProtoField.bool("parley.flags.drain", "DRAIN", 8, nil, 0x01),
    dispatched = ProtoField.bool("parley.flags.dispatched", "DISPATCHED", 8, nil, 0x01),
    begin = ProtoField.bool("parley.flags.begin", "BEGIN", 8, nil, 0x01),
    ends = ProtoField.bool("parley.flags.end", "END", 8, nil, 0x02),
    atMost = ProtoField.bool("parley.flags.at_most", "AT_MOST", 8, nil, 0x04),
    sides = ProtoField.bool("parley.flags.sides", "SIDES", 8, nil, 0x08),
    kind = ProtoField.uint8("parley.flags.kind", "KIND", base.DEC, KINDS, 0x70),
    sequence = ProtoField.uint64("parley.sequence", "Sequence number"),
    stream = ProtoField.uint32("parley.stream", "Stream"),
    headerChecksum = ProtoField.uint32("parley.header_checksum", "Header CRC32C", base.HEX),
    payloadChecksum = ProtoField.uint32("parley.payload_checksum", "Payload CRC32C", base.HEX),
    token = ProtoField.bytes("parley.token", "Token"),
    tokenHash = ProtoField.string("parley.token.sha256", "SHA-256 of the token"),
    digest = ProtoField.bytes("parley.digest", "Digest of the agreement"),
    terms = ProtoField.bytes("parley.terms", "Terms"),
    received = ProtoField.uint64("parley.received", "Received"),
    secret = ProtoField.bytes("parley.secret", "Secret"),
    code = ProtoField.uint8("parley.code", "Code", base.DEC, CODES),
    text = ProtoField.string("parley.text", "Text"),
    body = ProtoField.bytes("parley.ping", "Body"),
    lastStream = ProtoField.uint32("parley.last_stream", "Last stream"),
    declared = ProtoField.uint64("parley.declared", "Declared"),
    sideOf = ProtoField.uint32("parley.side.message", "Side stream of the message"),
    sideNumber = ProtoField.uint16("parley.side.number", "Number of the side stream"),
    count = ProtoField.uint16("parley.sides", "Side streams announced"),
    bytes = ProtoField.uint32("parley.credit", "Bytes of credit"),
    operation = ProtoField.uint16("parley.expendable.operation", "Number of the operation"),
    number = ProtoField.uint64("parley.expendable.number", "Number of the message"),
    content = ProtoField.bytes("parley.content", "Content"),
    offerIn = ProtoField.framenum("parley.offer_in", "Offer in frame"),
    answerIn = ProtoField.framenum("parley.answer_in", "Answer in frame"),
    agreed = ProtoField.string("parley.agreed", "Agreed"),
    openedIn = ProtoField.framenum("parley.opened_in", "Secret given out in frame"),
    firstIn = ProtoField.framenum("parley.message.first_in", "Message begins in frame"),
    requestIn = ProtoField.framenum("parley.message.request_in", "Request in frame"),
    message = ProtoField.string("parley.message", "Message"),
    fragments = ProtoField.uint32("parley.message.fragments", "Fragments"),
    messageLength = ProtoField.uint32("parley.message.length", "Length of the message"),
    negotiation = ProtoField.string("parley.negotiation", "Negotiation"),
    negotiationId = ProtoField.string("parley.negotiation.id", "Id"),
    reason = ProtoField.string("parley.negotiation.reason", "Reason"),
    -- Of contents.
    head = ProtoField.string("parley.head", "Head"),
    status = ProtoField.uint32("parley.head.status", "Status"),
    chosen = ProtoField.uint32("parley.head.representation", "Representation of the operation"),
    action = ProtoField.string("parley.head.action", "Action"),
    header = ProtoField.string("parley.head.header", "Header"),
    kept = ProtoField.uint32("parley.head.kept", "Static header kept"),
    attachment = ProtoField.string("parley.head.attachment", "Attachment"),
    representation = ProtoField.string("parley.representation", "Representation"),
    infoset = ProtoField.string("parley.infoset", "Infoset"),
    part = ProtoField.uint32("parley.part", "Part"),
    mark = ProtoField.bytes("parley.part.mark", "Mark"),
    key = ProtoField.string("parley.part.key", "Key"),
    value = ProtoField.string("parley.value", "Value"),
    note = ProtoField.string("parley.note", "Note"),
    compression = ProtoField.string("parley.compression", "Compression"),
}
local fields = {}
for _, each in pairs(f) do
    fields[#fields + 1] = each
end
parley.fields = fields

local e = {
    code = ProtoExpert.new("parley.error", "Error code", expert.group.RESPONSE_CODE, expert.severity.WARN),
    checksum = ProtoExpert.new("parley.bad_checksum", "Checksum does not hold", expert.group.CHECKSUM, expert.severity.ERROR),
    malformed = ProtoExpert.new("parley.malformed", "Not as the protocol has it", expert.group.MALFORMED, expert.severity.ERROR),
    sequence = ProtoExpert.new("parley.gap", "Sequence number is not the next", expert.group.SEQUENCE, expert.severity.WARN),
}
parley.experts = { e.code, e.checksum, e.malformed, e.sequence }

return { types = TYPES, codes = CODES, kinds = KINDS, fields = f, experts = e }
