package io.parley.cxf.transport;

import io.parley.ParleyException;
import io.parley.runtime.Call;
import io.parley.runtime.IncomingMessage;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.workqueue.OneShotAsyncExecutor;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/** Hands the response of an asynchronous call from the I/O thread to an executor that may run the client's chain. */
final class AsyncResponse {
    /**
     * Property that tells CXF's client that it already runs on the configured executor, so that it does not change
     * threads again.
     */
    private static final String ON_EXECUTOR = Executor.class.getName() + ".USING_SPECIFIED";

    /** Name of the work queue that an application may define for the responses of CXF's HTTP conduits. */
    private static final String HTTP_QUEUE = "http-conduit";

    private final Message out;
    private final ParleyConduit conduit;
    private final @Nullable ClientCallback callback;

    AsyncResponse(Message out, ParleyConduit conduit) {
        this.out = out;
        this.conduit = conduit;
        this.callback = out.getExchange().get(ClientCallback.class);
    }

    void waitFor(Call call) {
        Executor executor = executor(out.getExchange());
        var unused = call.response().whenComplete((response, failure) -> {
            if (droppedAsCancelled(response)) {
                return;
            }
            Runnable delivery = () -> deliver(response, failure);
            try {
                executor.execute(delivery);
            } catch (RejectedExecutionException e) {
                // The queue is full, and an I/O thread must not run a chain, so the response gets a thread of its own.
                OneShotAsyncExecutor.getInstance().execute(delivery);
            }
        });
    }

    private static Executor executor(Exchange exchange) {
        Executor own = exchange.get(Executor.class);
        if (own != null) {
            exchange.put(ON_EXECUTOR, true);
            return own;
        }
        WorkQueueManager queues = exchange.getBus().getExtension(WorkQueueManager.class);
        Executor ofConduits = queues.getNamedWorkQueue(HTTP_QUEUE);
        return ofConduits == null ? queues.getAutomaticWorkQueue() : ofConduits;
    }

    /**
     * Returns whether the application cancelled the call; if so, closes the response. The callback is not called then,
     * as for a late response in CXF.
     */
    private boolean droppedAsCancelled(@Nullable IncomingMessage response) {
        if (callback == null || !callback.isCancelled()) {
            return false;
        }
        if (response != null) {
            response.close();
        }
        return true;
    }

    private void deliver(@Nullable IncomingMessage response, @Nullable Throwable failure) {
        if (droppedAsCancelled(response)) {
            return;
        }
        try {
            if (response != null) {
                conduit.receive(out, response);
            } else {
                conduit.failed(out, ParleyConduit.asParley(failure));
            }
        } catch (IOException | ParleyException e) {
            fail(e);
        }
    }

    /**
     * Reports a failure to the fault observer, which notifies the callback, as CXF's HTTP conduit does after the end of
     * the chain.
     */
    private void fail(Exception failure) {
        PhaseInterceptorChain chain = (PhaseInterceptorChain) out.getInterceptorChain();
        chain.abort();
        out.setContent(Exception.class, failure);
        chain.unwind(out);
        MessageObserver observer = chain.getFaultObserver();
        if (observer == null) {
            observer = out.getExchange().get(MessageObserver.class);
        }
        observer.onMessage(out);
    }
}
