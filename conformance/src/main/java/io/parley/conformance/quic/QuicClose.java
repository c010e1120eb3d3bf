package io.parley.conformance.quic;

/**
 * CONNECTION_CLOSE of the other side.
 *
 * @param byApplication whether its code is Parley's, not QUIC's
 * @param code as it came
 * @param textBytes length of its reason phrase
 */
public record QuicClose(boolean byApplication, long code, int textBytes) {
    /** The first code that says an alert of TLS, with which it ends (RFC 9001, 4.8). */
    private static final int ALERT = 0x100;

    private static final int MOST_ALERT = 0x1ff;

    /** Returns the alert of TLS that ended it; negative if none did. */
    public int alert() {
        return !byApplication && code >= ALERT && code <= MOST_ALERT ? (int) code - ALERT : -1;
    }

    @Override
    public String toString() {
        return "CONNECTION_CLOSE with " + (byApplication ? "the application's " : "") + "code " + code
                + (alert() >= 0 ? ", the alert " + alert() : "");
    }
}
