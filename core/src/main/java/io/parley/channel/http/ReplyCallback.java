package io.parley.channel.http;

/** Callback for the response to one post. Called once, on any thread. */
@FunctionalInterface
public interface ReplyCallback {
    /** Sends the reply, now or later, and releases its body. Must not block a thread of a channel or a timer. */
    void answer(Reply reply);
}
