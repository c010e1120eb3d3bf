package io.parley.conformance.quic;

/**
 * A CONNECTION_CLOSE of the peer.
 *
 * @param byApplication whether its code is Parley's, not QUIC's
 * @param code as received
 * @param textBytes length of its reason phrase
 */
public record QuicClose(boolean byApplication, long code, int textBytes) {
    /** First code of the range that carries TLS alerts (RFC 9001, section 4.8). */
    private static final int ALERT = 0x100;

    private static final int MOST_ALERT = 0x1ff;

    /** Returns the TLS alert that ended the connection; negative if none did. */
    public int alert() {
        return !byApplication && code >= ALERT && code <= MOST_ALERT ? (int) code - ALERT : -1;
    }

    @Override
    public String toString() {
        return "CONNECTION_CLOSE with " + (byApplication ? "the application's " : "") + "code " + code
                + (alert() >= 0 ? ", the alert " + alert() : "");
    }
}
