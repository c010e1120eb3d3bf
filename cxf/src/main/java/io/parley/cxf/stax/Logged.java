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
 * Support of CXF's logging, an optional library, for one streamed message: its interceptors get the text that they
 * would have met on the wire, and apply their masks, limits and senders. Used only where one of them has left its mark,
 * so that nothing here is loaded without the library.
 */
final class Logged {
    /** False on a message that is not to be logged, or no more. */
    private static final String SWITCH = "org.apache.cxf.logging.enable";

    private Logged() {}

    /** Text for those that log a message that is about to be written, or null if there are none. */
    static @Nullable OutText out(Message message) {
        List<LoggingOutInterceptor> loggers = of(LoggingOutInterceptor.class, message);
        return loggers.isEmpty() ? null : new OutText(message, loggers);
    }

    /** Text for those that log a message that is about to be read, or null if there are none. */
    static @Nullable ShownText in(Message message) {
        List<LoggingInInterceptor> loggers = of(LoggingInInterceptor.class, message);
        if (loggers.isEmpty()) {
            return null;
        }
        InText text = new InText(most(loggers));
        // Where they look for what CXF's tap has kept of the bytes; who logs closes it.
        message.setContent(CachedOutputStream.class, text);
        return text.text;
    }

    /** Text of a message that is read: as far as it was read when it is requested, a fault to its detail. */
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
     * Returns the length of text to keep: one byte more than the greatest limit, which shows the interceptors that
     * there was more.
     */
    private static long most(List<? extends AbstractLoggingInterceptor> loggers) {
        long most = 0;
        for (AbstractLoggingInterceptor logger : loggers) {
            most = Math.max(most, logger.getLimit() < 0 ? Long.MAX_VALUE : logger.getLimit() + 1L);
        }
        return most;
    }

    /** Text of a message that is written: kept until it is complete, as nothing is logged of one that fails before. */
    static final class OutText {
        private final Message message;
        private final List<LoggingOutInterceptor> loggers;
        private final CachedOutputStream kept = new CachedOutputStream();
        private final ShownText text;

        OutText(Message message, List<LoggingOutInterceptor> loggers) {
            this.message = message;
            this.loggers = loggers;
            this.text = new ShownText(kept, most(loggers));
        }

        ShownText text() {
            return text;
        }

        /** The message was written: has it logged. */
        void log() throws IOException {
            text.end();
            try {
                kept.flush();
                // So they keep each other from logging a message twice; now it is their turn once more.
                message.put(SWITCH, true);
                for (LoggingOutInterceptor logger : loggers) {
                    log(logger);
                }
            } finally {
                kept.close();
            }
        }

        /** Lets an interceptor log: it wraps the message's stream, and logs the written text when that is closed. */
        private void log(LoggingOutInterceptor logger) throws IOException {
            message.setContent(OutputStream.class, OutputStream.nullOutputStream());
            try {
                logger.handleMessage(message);
                try (OutputStream wrapped = message.getContent(OutputStream.class)) {
                    kept.writeCacheTo(wrapped);
                }
            } finally {
                message.removeContent(OutputStream.class);
            }
        }

        /** The message is given up. */
        void discard() throws IOException {
            kept.close();
        }
    }
}
