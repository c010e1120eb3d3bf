package io.parley.store.infinispan;

import java.util.function.Predicate;
import org.infinispan.commands.VisitableCommand;
import org.infinispan.commons.CacheException;
import org.infinispan.context.InvocationContext;
import org.infinispan.interceptors.BaseAsyncInterceptor;
import org.infinispan.remoting.transport.Address;

/**
 * Refuses what comes from a node that is no longer counted in, and does so, too, on a node that was left behind itself:
 * neither may acknowledge what the other wants to have written. Thread-safe. Public only for Infinispan.
 */
public final class Fence extends BaseAsyncInterceptor {
    private final Predicate<Address> counts;

    Fence(Predicate<Address> counts) {
        this.counts = counts;
    }

    @Override
    public Object visitCommand(InvocationContext context, VisitableCommand command) {
        Address origin = context.getOrigin();
        if (origin != null && !counts.test(origin)) {
            throw new CacheException("expected a command of a node that is counted in, found one of " + origin);
        }
        return invokeNext(context, command);
    }
}
