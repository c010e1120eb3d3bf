package io.parley.runtime;

/**
 * Traffic of a session, or of all sessions of a runtime, since its start.
 *
 * @param messagesOut messages sent to their end
 * @param messagesIn messages received to their end
 * @param framesOut frames handed to the channel, the preamble not counted
 * @param framesIn frames received
 * @param bytesOut bytes of those frames, with headers, and of the preamble
 * @param bytesIn likewise
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
