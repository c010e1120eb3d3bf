package io.parley.store.infinispan;

import java.util.function.Predicate;
import org.infinispan.commands.VisitableCommand;
import org.infinispan.commons.CacheException;
import org.infinispan.context.InvocationContext;
import org.infinispan.interceptors.BaseAsyncInterceptor;
import org.infinispan.remoting.transport.Address;

/**
 * Refuses commands of a node that is no longer a member, and refuses all commands on a node that may have been excluded
 * itself: neither may acknowledge the other's writes. Thread-safe. Public only for Infinispan.
 */
public final class Fence extends BaseAsyncInterceptor {
    private final Predicate<Address> isMember;

    Fence(Predicate<Address> isMember) {
        this.isMember = isMember;
    }

    @Override
    public Object visitCommand(InvocationContext context, VisitableCommand command) {
        Address origin = context.getOrigin();
        if (origin != null && !isMember.test(origin)) {
            throw new CacheException("expected a command of a node that is counted in, found one of " + origin);
        }
        return invokeNext(context, command);
    }
}
