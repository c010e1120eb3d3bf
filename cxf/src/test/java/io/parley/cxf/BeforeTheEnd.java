package io.parley.cxf;

import java.util.concurrent.Callable;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Runs an action while a request is being written: after its body, before its end. */
final class BeforeTheEnd extends AbstractPhaseInterceptor<Message> {
    private final Callable<?> task;

    BeforeTheEnd(Callable<?> task) {
        super(Phase.POST_MARSHAL);
        this.task = task;
    }

    @Override
    public void handleMessage(Message message) {
        try {
            task.call();
        } catch (Exception e) {
            throw new Fault(e);
        }
    }
}
