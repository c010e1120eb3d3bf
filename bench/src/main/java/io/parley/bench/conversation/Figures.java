package io.parley.bench.conversation;

/** Names of the figures that only sessions have, beside those of every result. */
public final class Figures {
    /** From sending the offer until the session stood, in microseconds: Ob. */
    public static final String NEGOTIATION = "negotiation_us";
    /** Deriving and compiling the schema when Parley was switched on, in microseconds: Oc. */
    public static final String MODEL = "model_us";
    /** The offer, as SOAP without HTTP's headers. */
    public static final String OFFER = "offer_bytes";
    /** The answer. */
    public static final String ANSWER = "answer_bytes";
    /** On the link for the first message and everything before it. */
    public static final String FIRST_BYTES = "first_bytes";
    /** How many messages of a session were sent; what a longer one takes is worked out. */
    public static final String SENT = "messages_sent";
    /** From how many messages on the sessions were shorter than those by SOAP. */
    public static final String PAID = "paid_after";

    static final double MICRO = 1_000;

    private Figures() {}

    /** The time of a session of that many messages, in microseconds. */
    public static String session(int messages) {
        return "session_" + messages + "_us";
    }
}
