package io.parley.bench.conversation;

/** The names of figures that only sessions have, in addition to those of every result. */
public final class Figures {
    /** Time from sending the offer until the session is established, in microseconds: the paper's Ob. */
    public static final String NEGOTIATION = "negotiation_us";
    /** Time to derive and compile the schema when Parley is enabled, in microseconds: the paper's Oc. */
    public static final String MODEL = "model_us";
    /** Size of the offer, as SOAP without HTTP headers. */
    public static final String OFFER = "offer_bytes";
    /** Size of the response to the offer. */
    public static final String ANSWER = "answer_bytes";
    /** Bytes on the link for the first message and everything before it. */
    public static final String FIRST_BYTES = "first_bytes";
    /** Number of messages sent in a session; the time of longer sessions is calculated. */
    public static final String SENT = "messages_sent";
    /** Smallest number of messages for which sessions take no longer than over SOAP. */
    public static final String PAID = "paid_after";

    static final double MICRO = 1_000;

    private Figures() {}

    /** Returns the name for the time of a session with the given number of messages, in microseconds. */
    public static String session(int messages) {
        return "session_" + messages + "_us";
    }
}
