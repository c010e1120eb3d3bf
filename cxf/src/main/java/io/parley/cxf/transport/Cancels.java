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
 * Detects the cancellation of asynchronous calls by the application. CXF cancels only the future in the call's
 * callback, which is not accessible, and does not notify conduits (ADR 56).
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
            LOG.log(
                    Level.INFO,
                    "Cancelled calls are not reported to services: this version of CXF hides the callback's future",
                    e);
            return null;
        }
    }

    /** Runs a task when the call is cancelled, on the cancelling thread, or at once if it already was. */
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
