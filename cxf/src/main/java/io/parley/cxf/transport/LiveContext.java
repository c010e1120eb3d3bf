package io.parley.cxf.transport;

import io.parley.cxf.stax.Terms;
import java.util.function.Predicate;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Has the messages of a streamed call look their contextual properties up where they stand. First in its chain, before anybody
 * asks for one.
 */
public final class LiveContext extends AbstractPhaseInterceptor<Message> {
    private final Predicate<Message> wanted;

    private LiveContext(String phase, Predicate<Message> wanted) {
        super(phase);
        addBefore("*");
        this.wanted = wanted;
    }

    /**
     * Of requests that are about to be sent.
     *
     * @param mayStream whether there is a session that they may go by
     */
    public static LiveContext ofCalls(Predicate<Message> mayStream) {
        // Of the message of a one-way call CXF makes another one.
        return new LiveContext(Phase.SETUP, message -> !message.getExchange().isOneWay() && mayStream.test(message));
    }

    /** Of messages that came on a session. */
    public static LiveContext ofReceived() {
        return new LiveContext(Phase.RECEIVE, LiveContext::isReceived);
    }

    /** Of what such messages are answered with. */
    public static LiveContext ofAnswers() {
        return new LiveContext(
                Phase.SETUP, answer -> isReceived(answer.getExchange().getInMessage()));
    }

    private static boolean isReceived(Message message) {
        return message != null && message.getContent(Terms.class) != null;
    }

    @Override
    public void handleMessage(Message message) {
        if (wanted.test(message)) {
            LiveProperties.install(message);
        }
    }
}
