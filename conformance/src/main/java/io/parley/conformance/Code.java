package io.parley.conformance;

/** Error codes of docs/protocol.md, section 10, that cases use. */
enum Code {
    INTERNAL(1),
    PROTOCOL(2),
    MALFORMED_FRAME(3),
    VERSION(4),
    TOKEN_REFUSED(5),
    WRONG_NODE(6),
    DIGEST_MISMATCH(7),
    CHECKSUM(8),
    OPEN_TIMEOUT(9),
    ENHANCE_CALM(11),
    GOING_AWAY(12),
    FLOW_CONTROL(16),
    LIMIT(17),
    BUDGET(18),
    MALFORMED_MESSAGE(19),
    UNKNOWN_OPERATION(21),
    CANCELLED(24),
    NOT_DISPATCHED(25),
    NEGOTIATION(27),
    XML_REFUSED(28),
    CONTEXT_UNAVAILABLE(30),
    CONTEXT_REFUSED(31);

    static final int MOST = 32;

    private final int number;

    Code(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static String name(int number) {
        for (Code code : values()) {
            if (code.number == number) {
                return code.name();
            }
        }
        return "code " + number;
    }
}
