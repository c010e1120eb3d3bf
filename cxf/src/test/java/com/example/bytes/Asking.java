package com.example.bytes;

import java.io.InputStream;
import java.util.List;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Interceptors that ask messages for their bytes, each in another way; lambdas count for a whole file, so here are none. */
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

    /** Has another put into the chain of a message, where nobody sees it before. */
    private static final class Making extends AbstractPhaseInterceptor<Message> {
        Making() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            message.getInterceptorChain().add(new Inheriting());
        }
    }

    /** Leaves it to a class of its own, which has inherited how. */
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
