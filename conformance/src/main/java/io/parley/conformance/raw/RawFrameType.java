package io.parley.conformance.raw;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Frame types of docs/protocol/framing.md, section 4, with the fields of their payloads as text. */
public enum RawFrameType {
    OPEN(1, "token:short-bytes", "digest:digest", "terms:long-bytes"),
    ACCEPT(2, "digest:digest", "received:64", "secret:short-bytes"),
    REFUSE(3, "code:8", "text:text"),
    RESUME(4, "secret:short-bytes", "digest:digest", "received:64"),
    ACK(5, "received:64"),
    PING(6, "body:64"),
    PONG(7, "body:64"),
    GOAWAY(8, "code:8", "last-stream:32", "text:text"),
    DATA(9),
    CREDIT(10, "bytes:32"),
    ABORT(11, "code:8", "text:text"),
    EXPENDABLE(12, "operation:16", "message-number:64", "content:rest");

    /** Flag of GOAWAY: the sender starts nothing more. */
    public static final int DRAIN = 0x01;
    /** Flag of ABORT: the request was dispatched. */
    public static final int DISPATCHED = 0x01;

    public static final int BEGIN = 0x01;
    public static final int END = 0x02;
    public static final int AT_MOST = 0x04;
    public static final int SIDES = 0x08;
    public static final int KIND = 0x70;
    public static final int REQUEST = 0x00;
    public static final int ONE_WAY = 0x10;
    public static final int RESPONSE = 0x20;
    public static final int FAULT = 0x30;
    public static final int SIDE = 0x40;

    private static final int DIGEST_BYTES = 32;
    private static final HexFormat HEX = HexFormat.of();

    private final int number;
    private final String fields;

    RawFrameType(int number, String... fields) {
        this.number = number;
        this.fields = String.join(" ", fields);
    }

    /** Returns the number of the type in the header. */
    public int number() {
        return number;
    }

    /** Returns whether frames of this type are numbered throughout the session. */
    public boolean isNumbered() {
        return number >= GOAWAY.number && number <= ABORT.number;
    }

    /** Returns the type with a number. */
    public static RawFrameType of(int number) {
        for (RawFrameType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        throw new WireError("expected a known frame type, found " + number);
    }

    /** Returns the fields of a payload by name: numbers in decimal, bytes in hex, texts unchanged. */
    public Map<String, String> read(int flags, byte[] payload) {
        ByteInput in = new ByteInput(payload);
        Map<String, String> values = new LinkedHashMap<>();
        for (String field : fields(flags)) {
            String name = field.substring(0, field.indexOf(':'));
            String form = field.substring(name.length() + 1);
            values.put(
                    name,
                    switch (form) {
                        case "short-bytes" -> HEX.formatHex(in.bytes((int) in.number(1)));
                        case "long-bytes" -> HEX.formatHex(in.bytes((int) in.number(2)));
                        case "digest" -> HEX.formatHex(in.bytes(DIGEST_BYTES));
                        case "text" -> new String(in.rest(), StandardCharsets.UTF_8);
                        case "rest" -> HEX.formatHex(in.rest());
                        default -> Long.toUnsignedString(in.number(Integer.parseInt(form) / Byte.SIZE));
                    });
        }
        in.expectEnd();
        return values;
    }

    /** Returns the payload with these fields, the inverse of {@link #read}. */
    public byte[] write(int flags, Map<String, String> values) {
        ByteOutput out = new ByteOutput();
        for (String field : fields(flags)) {
            String name = field.substring(0, field.indexOf(':'));
            String form = field.substring(name.length() + 1);
            String value = values.get(name);
            if (value == null) {
                throw new WireError(this + ": expected the field " + name + ", found " + values.keySet());
            }
            switch (form) {
                case "short-bytes" -> out.number(value.length() / 2, 1).bytes(HEX.parseHex(value));
                case "long-bytes" -> out.number(value.length() / 2, 2).bytes(HEX.parseHex(value));
                case "digest", "rest" -> out.bytes(HEX.parseHex(value));
                case "text" -> out.bytes(value.getBytes(StandardCharsets.UTF_8));
                default -> out.number(Long.parseUnsignedLong(value), Integer.parseInt(form) / Byte.SIZE);
            }
        }
        return out.toBytes();
    }

    private List<String> fields(int flags) {
        if (this != DATA) {
            return List.of(fields.split(" ", -1));
        }
        List<String> ofData = new ArrayList<>();
        if ((flags & (BEGIN | AT_MOST)) != 0) {
            ofData.add("declared:64");
        }
        if ((flags & BEGIN) != 0 && (flags & KIND) == SIDE) {
            ofData.add("message:32");
            ofData.add("number:16");
        }
        if ((flags & SIDES) != 0) {
            ofData.add("count:16");
        }
        ofData.add("content:rest");
        return ofData;
    }
}
