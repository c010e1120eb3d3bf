package io.parley.runtime;

/**
 * What went through a session, or through all sessions of a runtime, since its start.
 *
 * @param messagesOut messages sent to their end
 * @param messagesIn messages received to their end
 * @param framesOut frames handed to the channel, the preamble not counted
 * @param framesIn frames received
 * @param bytesOut bytes of those frames, with headers, and of the preamble
 * @param bytesIn likewise
 */
public record Traffic(long messagesOut, long messagesIn, long framesOut, long framesIn, long bytesOut, long bytesIn) {
    /** Nothing yet. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0);

    /** Both together. */
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
