package io.parley.runtime;

/**
 * Traffic of a session, or of all sessions of a runtime, since its start.
 *
 * @param messagesOut messages sent completely
 * @param messagesIn messages received completely
 * @param framesOut frames sent, without the preamble
 * @param framesIn frames received
 * @param bytesOut bytes of the frames sent, with headers, and of the preamble
 * @param bytesIn bytes of the frames received, likewise
 */
public record Traffic(long messagesOut, long messagesIn, long framesOut, long framesIn, long bytesOut, long bytesIn) {
    /** No traffic. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0);

    /** Returns the sum of both. */
    public Traffic plus(Traffic other) {
        return new Traffic(
                messagesOut + other.messagesOut,
                messagesIn + other.messagesIn,
                framesOut + other.framesOut,
                framesIn + other.framesIn,
                bytesOut + other.bytesOut,
                bytesIn + other.bytesIn);
    }
}
