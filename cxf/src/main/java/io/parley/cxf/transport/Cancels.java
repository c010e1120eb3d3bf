package io.parley.cxf.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.endpoint.ClientCallback;
import org.jspecify.annotations.Nullable;

/**
 * Watch for cancels of asynchronous calls by their applications. CXF keeps a cancel in the future of the call's callback, which it shows
 * to subclasses alone, and tells no conduit of it (ADR 56).
 */
final class Cancels {
    private static final Logger LOG = LogUtils.getL7dLogger(Cancels.class);
    private static final @Nullable VarHandle FUTURE = future();

    private Cancels() {}

    private static @Nullable VarHandle future() {
        try {
            return MethodHandles.privateLookupIn(ClientCallback.class, MethodHandles.lookup())
                    .findVarHandle(ClientCallback.class, "delegate", CompletableFuture.class);
        } catch (ReflectiveOperationException e) {
            LOG.log(Level.INFO, "services learn of cancelled calls only when they answer: CXF does not show them", e);
            return null;
        }
    }

    /** Runs a task once the call is cancelled, on the thread that does so, or at once if it was already. */
    static void onCancel(ClientCallback callback, Runnable task) {
        if (FUTURE != null && FUTURE.get(callback) instanceof CompletableFuture<?> future) {
            var unused = future.whenComplete((answer, why) -> {
                if (future.isCancelled()) {
                    task.run();
                }
            });
        }
    }
}
