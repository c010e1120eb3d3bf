package io.parley.channel.http;

/** Where the response to one post goes; called once, on any thread. */
@FunctionalInterface
public interface Answering {
    /** Sends it, or has it sent, and has its body released. Must not block for the peer. */
    void answer(Reply reply);
}
