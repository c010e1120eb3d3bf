package io.parley.cxf.client;

import io.parley.cxf.transport.ParleyConduit;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.interceptor.MessageSenderInterceptor.MessageSenderEndingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;

/**
 * Replaces the conduit of a streamed call's transport while CXF sends the message. At all other times interceptors find
 * the transport's conduit, whose class and settings they know.
 */
final class StreamSender extends AbstractPhaseInterceptor<Message> {
    private static final String KEY = StreamSender.class.getName();
    private static final StreamSender BEFORE = new StreamSender();
    private static final After AFTER = new After();
    private static final BeforeEnding BEFORE_ENDING = new BeforeEnding();
    private static final AfterEnding AFTER_ENDING = new AfterEnding();

    private StreamSender() {
        super(Phase.PREPARE_SEND);
        addBefore(MessageSenderInterceptor.class.getName());
    }

    /** Sends a message by that conduit, unless the conduit reverts to the transport's when it is prepared. */
    public static void use(ParleyConduit conduit, Message message) {
        message.put(KEY, conduit);
        message.getInterceptorChain().add(BEFORE);
        message.getInterceptorChain().add(AFTER);
    }

    @Override
    public void handleMessage(Message message) {
        message.put(Conduit.class, (Conduit) message.get(KEY));
    }

    private static boolean restore(Message message) {
        if (message.get(Conduit.class) instanceof ParleyConduit conduit) {
            message.put(Conduit.class, conduit.original());
            return true;
        }
        return false;
    }

    private static final class After extends AbstractPhaseInterceptor<Message> {
        After() {
            super(Phase.PREPARE_SEND);
            addAfter(MessageSenderInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            if (restore(message)) {
                message.getInterceptorChain().add(BEFORE_ENDING);
                message.getInterceptorChain().add(AFTER_ENDING);
            }
        }
    }

    private static final class BeforeEnding extends AbstractPhaseInterceptor<Message> {
        BeforeEnding() {
            super(Phase.PREPARE_SEND_ENDING);
            addBefore(MessageSenderEndingInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            message.put(Conduit.class, (Conduit) message.get(KEY));
        }

        @Override
        public void handleFault(Message message) {
            restore(message);
        }
    }

    private static final class AfterEnding extends AbstractPhaseInterceptor<Message> {
        AfterEnding() {
            super(Phase.PREPARE_SEND_ENDING);
            addAfter(MessageSenderEndingInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            restore(message);
        }
    }
}
