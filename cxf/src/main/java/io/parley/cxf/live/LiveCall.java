package io.parley.cxf.live;

import java.util.function.BooleanSupplier;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Interceptor that runs the rest of a client's chain with a live message instead of the one that CXF created. It is
 * first in the chain, before any interceptor reads a property or stores the message.
 */
public final class LiveCall extends AbstractPhaseInterceptor<Message> {
    private final BooleanSupplier mayStream;

    /**
     * Creates the interceptor.
     *
     * @param mayStream whether a session is open that a call may use; other calls are left unchanged
     */
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
