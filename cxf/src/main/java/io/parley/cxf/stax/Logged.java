package io.parley.cxf.stax;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.ext.logging.AbstractLoggingInterceptor;
import org.apache.cxf.ext.logging.LoggingInInterceptor;
import org.apache.cxf.ext.logging.LoggingOutInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Support of CXF's logging, an optional library, for one streamed message: its interceptors get the text that a message
 * by SOAP would have, and apply their masks, limits and senders. Used only if a logging interceptor has marked the
 * message, so that the library is not needed otherwise.
 */
final class Logged {
    /** Property that is false on a message that must not be logged (again). */
    private static final String SWITCH = "org.apache.cxf.logging.enable";

    private Logged() {}

    /** Returns the text for the interceptors that log an outgoing message; null if there are none. */
    static @Nullable OutText out(Message message) {
        List<LoggingOutInterceptor> loggers = of(LoggingOutInterceptor.class, message);
        return loggers.isEmpty() ? null : new OutText(message, loggers);
    }

    /** Returns the text for the interceptors that log an incoming message; null if there are none. */
    static @Nullable ShownText in(Message message) {
        List<LoggingInInterceptor> loggers = of(LoggingInInterceptor.class, message);
        if (loggers.isEmpty()) {
            return null;
        }
        InText text = new InText(most(loggers));
        // The content in which CXF's wire tap caches bytes; the logging interceptor closes it.
        message.setContent(CachedOutputStream.class, text);
        return text.text;
    }

    /**
     * Text of an incoming message: complete up to the read position when it is requested, for a fault up to its detail.
     */
    private static final class InText extends CachedOutputStream {
        final ShownText text;

        InText(long most) {
            this.text = new ShownText(this, most);
        }

        @Override
        public void writeCacheTo(StringBuilder to, String charset, long limit) throws IOException {
            text.end();
            super.writeCacheTo(to, charset, limit);
        }
    }

    private static <T extends AbstractLoggingInterceptor> List<T> of(Class<T> type, Message message) {
        List<T> found = new ArrayList<>();
        for (Interceptor<? extends Message> interceptor : message.getInterceptorChain()) {
            if (type.isInstance(interceptor)) {
                found.add(type.cast(interceptor));
            }
        }
        return found;
    }

    /**
     * Returns the maximum length of the text: one byte above the greatest limit, which tells the interceptors that it
     * was exceeded.
     */
    private static long most(List<? extends AbstractLoggingInterceptor> loggers) {
        long most = 0;
        for (AbstractLoggingInterceptor logger : loggers) {
            most = Math.max(most, logger.getLimit() < 0 ? Long.MAX_VALUE : logger.getLimit() + 1L);
        }
        return most;
    }

    /** Text of an outgoing message. Cached until complete, because a message that fails is not logged. */
    static final class OutText {
        private final Message message;
        private final List<LoggingOutInterceptor> loggers;
        private final CachedOutputStream cache = new CachedOutputStream();
        private final ShownText text;

        OutText(Message message, List<LoggingOutInterceptor> loggers) {
            this.message = message;
            this.loggers = loggers;
            this.text = new ShownText(cache, most(loggers));
        }

        ShownText text() {
            return text;
        }

        /** Logs the message after it was written. */
        void log() throws IOException {
            text.end();
            try {
                cache.flush();
                // The interceptors set this property to false to avoid logging twice.
                message.put(SWITCH, true);
                for (LoggingOutInterceptor logger : loggers) {
                    log(logger);
                }
            } finally {
                cache.close();
            }
        }

        /**
         * Runs one logging interceptor: it wraps the message's stream, and logs the text written to it when it is
         * closed.
         */
        private void log(LoggingOutInterceptor logger) throws IOException {
            message.setContent(OutputStream.class, OutputStream.nullOutputStream());
            try {
                logger.handleMessage(message);
                try (OutputStream wrapped = message.getContent(OutputStream.class)) {
                    cache.writeCacheTo(wrapped);
                }
            } finally {
                message.removeContent(OutputStream.class);
            }
        }

        /** Discards the text of a failed message. */
        void discard() throws IOException {
            cache.close();
        }
    }
}
