package com.example.bytes;

import java.io.InputStream;
import java.util.List;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Interceptors that read or replace the bytes of a message, each in a different way. They are classes because a lambda
 * would count for its whole file.
 */
public class Asking extends AbstractPhaseInterceptor<Message> {
    private Asking() {
        super(Phase.RECEIVE);
    }

    public static List<Interceptor<Message>> all() {
        return List.of(new Asking(), new Inheriting(), new Making(), new Calling(), HandedOn.of());
    }

    @Override
    public void handleMessage(Message message) {
        message.getContent(InputStream.class);
    }

    private static final class Inheriting extends Asking {}

    /** Adds another interceptor to the chain of a message at run time, after the chain was inspected. */
    private static final class Making extends AbstractPhaseInterceptor<Message> {
        Making() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            message.getInterceptorChain().add(new Inheriting());
        }
    }

    /** Delegates to a class that inherits the method it calls. */
    private static final class Calling extends AbstractPhaseInterceptor<Message> {
        Calling() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            Bytes.of(message);
        }
    }

    private static class Helper {
        static InputStream of(Message message) {
            return message.getContent(InputStream.class);
        }
    }

    private static final class Bytes extends Helper {}
}
