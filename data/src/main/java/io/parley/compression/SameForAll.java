package io.parley.compression;

/**
 * Compression that treats every message of a session alike: it keeps nothing from one to the next, so one object serves
 * the session and all messages.
 */
interface SameForAll extends SessionCompression, MessageCompression {
    @Override
    default MessageCompression call(String operation) {
        return this;
    }

    @Override
    default MessageCompression called() {
        return this;
    }

    @Override
    default MessageCompression oneWay() {
        return this;
    }

    @Override
    default void close() {}
}
