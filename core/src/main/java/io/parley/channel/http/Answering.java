package io.parley.channel.http;

/** Receiver of the response to one post; called once, on any thread. */
@FunctionalInterface
public interface Answering {
    /** Sends it, or has it sent, and has its body released. Must not block for the peer on a thread of a channel or a timer. */
    void answer(Reply reply);
}
