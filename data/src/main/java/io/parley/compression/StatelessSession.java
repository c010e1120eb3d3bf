package io.parley.compression;

/**
 * Compression that treats all messages of a session alike. It is stateless between messages, so one object serves the
 * session and all its messages.
 */
interface StatelessSession extends SessionCompression, MessageCompression {
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
