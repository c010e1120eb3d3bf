package com.example.bytes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;

/** Interceptors typical of applications that work on the bytes of messages. */
public final class ByteInterceptorsOfOthers {
    private ByteInterceptorsOfOthers() {}

    /** Reads the incoming bytes through a class of the application. */
    public static final class Reading extends AbstractPhaseInterceptor<Message> {
        private final List<String> seen;

        public Reading(String phase, List<String> seen) {
            super("reading in " + phase.toLowerCase(Locale.ROOT), phase);
            this.seen = seen;
        }

        @Override
        public void handleMessage(Message message) {
            if (message.getContent(InputStream.class) != null) {
                seen.add(Payloads.exchange(message, text -> text));
            }
        }
    }

    /** Changes the incoming bytes. */
    public static final class Changing extends AbstractPhaseInterceptor<Message> {
        public Changing(String phase) {
            super("changing in " + phase.toLowerCase(Locale.ROOT), phase);
        }

        @Override
        public void handleMessage(Message message) {
            Payloads.exchange(message, text -> text.replace("spoken", "heard"));
        }
    }

    /** Keeps a copy of the outgoing bytes. */
    public static final class Keeping extends AbstractPhaseInterceptor<Message> {
        private final List<String> seen;

        public Keeping(String phase, List<String> seen) {
            super("keeping in " + phase.toLowerCase(Locale.ROOT), phase);
            addAfter(MessageSenderInterceptor.class.getName());
            this.seen = seen;
        }

        @Override
        public void handleMessage(Message message) {
            Payloads.keep(message, seen::add);
        }
    }

    /** Replaces the outgoing bytes. */
    public static final class Rewriting extends AbstractPhaseInterceptor<Message> {
        public Rewriting(String phase) {
            super("rewriting in " + phase.toLowerCase(Locale.ROOT), phase);
            addAfter(MessageSenderInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            OutputStream out = message.getContent(OutputStream.class);
            if (out == null) {
                return; // like interceptors that must never cause a message to fail
            }
            message.setContent(OutputStream.class, new ByteArrayOutputStream() {
                @Override
                public void close() throws IOException {
                    out.write(toString(StandardCharsets.UTF_8)
                            .replace("spoken", "written")
                            .getBytes(StandardCharsets.UTF_8));
                    out.close();
                }
            });
        }
    }

    /** Flushes the bytes written so far, late in a chain. */
    public static final class Flushing extends AbstractPhaseInterceptor<Message> {
        public Flushing(String phase) {
            super("flushing in " + phase.toLowerCase(Locale.ROOT), phase);
        }

        @Override
        public void handleMessage(Message message) {
            try {
                message.getContent(OutputStream.class).flush();
            } catch (IOException e) {
                throw new Fault(e);
            }
        }
    }

    /** Reads the tree and a file, but no bytes of messages. */
    public static final class Harmless extends AbstractPhaseInterceptor<Message> {
        public Harmless(String phase) {
            super("harmless in " + phase.toLowerCase(Locale.ROOT), phase);
        }

        @Override
        public void handleMessage(Message message) {
            message.getContent(javax.xml.stream.XMLStreamWriter.class);
            try (InputStream own = Harmless.class.getResourceAsStream("Harmless.class")) {
                if (own != null) {
                    throw new IllegalStateException("that file has another name");
                }
            } catch (IOException e) {
                throw new Fault(e);
            }
        }
    }
}
