package io.parley.cxf.live;

import java.util.function.BooleanSupplier;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Runs the rest of a client's chain with a live message in place of the one that CXF made. First in its chain, before anybody
 * asks for a property or keeps the message.
 */
public final class LiveCall extends AbstractPhaseInterceptor<Message> {
    private final BooleanSupplier mayStream;

    /** @param mayStream whether there is a session that a call may go by; other calls are left alone */
    public LiveCall(BooleanSupplier mayStream) {
        super(Phase.SETUP);
        addBefore("*");
        this.mayStream = mayStream;
    }

    @Override
    public void handleMessage(Message message) {
        if (message.getClass() == SoapMessage.class && mayStream.getAsBoolean()) {
            message.getInterceptorChain().doIntercept(LiveMessage.inPlaceOf((SoapMessage) message));
        }
    }
}
