-- CRC32C and SHA-256, of docs/protocol.md, sections 3 and 13, and numbers as their pages have them. Runs on Lua 5.2 and later.

local bits
if bit32 then
    bits = bit32
else
    bits = load([[return {
        band = function(a, b) return a & b end,
        bxor = function(a, b, c) return (a ~ b ~ (c or 0)) & 0xffffffff end,
        bnot = function(a) return ~a & 0xffffffff end,
        rshift = function(a, n) return (a & 0xffffffff) >> n end,
        rrotate = function(a, n) a = a & 0xffffffff; return ((a >> n) | (a << (32 - n))) & 0xffffffff end,
    }]])()
end

local digests = { band = bits.band }

local castagnoli = {}
for i = 0, 255 do
    local value = i
    for _ = 1, 8 do
        local low = value % 2
        value = math.floor(value / 2)
        if low == 1 then
            value = bits.bxor(value, 0x82f63b78)
        end
    end
    castagnoli[i] = value
end

-- The CRC32C of a string of bytes.
function digests.crc32c(bytes)
    local crc = 0xffffffff
    for i = 1, #bytes do
        crc = bits.bxor(castagnoli[bits.band(bits.bxor(crc, bytes:byte(i)), 0xff)], bits.rshift(crc, 8))
    end
    return bits.bxor(crc, 0xffffffff)
end

local function primes(count, root)
    local found, candidate = {}, 2
    while #found < count do
        local prime = true
        for divisor = 2, math.floor(math.sqrt(candidate)) do
            prime = prime and candidate % divisor ~= 0
        end
        if prime then
            local fraction = candidate ^ (1 / root) % 1
            found[#found + 1] = math.floor(fraction * 4294967296)
        end
        candidate = candidate + 1
    end
    return found
end

local ROUNDS = primes(64, 3)
local START = primes(8, 2)

local function block(state, bytes, at)
    local words = {}
    for i = 1, 16 do
        local a, b, c, d = bytes:byte(at + i * 4 - 4, at + i * 4 - 1)
        words[i] = ((a * 256 + b) * 256 + c) * 256 + d
    end
    for i = 17, 64 do
        local before, last = words[i - 15], words[i - 2]
        local s0 = bits.bxor(bits.rrotate(before, 7), bits.rrotate(before, 18), bits.rshift(before, 3))
        local s1 = bits.bxor(bits.rrotate(last, 17), bits.rrotate(last, 19), bits.rshift(last, 10))
        words[i] = (words[i - 16] + s0 + words[i - 7] + s1) % 4294967296
    end
    local a, b, c, d, e, f, g, h = table.unpack(state)
    for i = 1, 64 do
        local s1 = bits.bxor(bits.rrotate(e, 6), bits.rrotate(e, 11), bits.rrotate(e, 25))
        local choice = bits.bxor(bits.band(e, f), bits.band(bits.bnot(e), g))
        local one = h + s1 + choice + ROUNDS[i] + words[i]
        local s0 = bits.bxor(bits.rrotate(a, 2), bits.rrotate(a, 13), bits.rrotate(a, 22))
        local majority = bits.bxor(bits.band(a, b), bits.band(a, c), bits.band(b, c))
        h, g, f, e = g, f, e, (d + one) % 4294967296
        d, c, b, a = c, b, a, (one + s0 + majority) % 4294967296
    end
    for i, value in ipairs({ a, b, c, d, e, f, g, h }) do
        state[i] = (state[i] + value) % 4294967296
    end
end

-- The SHA-256 of a string of bytes, as lower-case hex.
function digests.sha256(bytes)
    local length = #bytes
    local padded = bytes .. "\128" .. string.rep("\0", (55 - length) % 64)
    for shift = 7, 0, -1 do
        padded = padded .. string.char(math.floor(length * 8 / 256 ^ shift) % 256)
    end
    local state = { table.unpack(START) }
    for at = 1, #padded, 64 do
        block(state, padded, at)
    end
    local hex = {}
    for i = 1, 8 do
        hex[i] = string.format("%08x", state[i])
    end
    return table.concat(hex)
end

-- A string of bytes as lower-case hex.
function digests.hex(bytes)
    return (bytes:gsub(".", function(char)
        return string.format("%02x", char:byte())
    end))
end

local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

-- The bytes of a text in base64url without padding, as lower-case hex.
function digests.base64url(text)
    local hex, kept, bitsKept = {}, 0, 0
    for char in text:gmatch("[%w_-]") do
        kept = kept * 64 + (ALPHABET:find(char, 1, true) - 1)
        bitsKept = bitsKept + 6
        if bitsKept >= 8 then
            bitsKept = bitsKept - 8
            local unit = 2 ^ bitsKept
            hex[#hex + 1] = string.format("%02x", math.floor(kept / unit))
            kept = kept % unit
        end
    end
    return table.concat(hex)
end

return digests
