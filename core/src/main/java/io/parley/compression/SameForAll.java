package io.parley.compression;

/** What is the same for every message of a session: nothing is kept from one to the next, so it is all of them at once. */
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
