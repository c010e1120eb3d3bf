package io.parley.store.wscontext;

import io.parley.store.wscontext.message.NoPermissionException;
import jakarta.xml.ws.WebServiceContext;
import java.security.Principal;

/** Identification of a call's caller, as the service's access control uses it. Thread-safe. */
@FunctionalInterface
public interface CallerPolicy {

    /**
     * The principal of the call that is under way.
     *
     * @throws NoPermissionException if it has none that will do
     */
    String principal(WebServiceContext call) throws NoPermissionException;

    /**
     * Returns the policy that accepts only callers whose name the transport or a security handler has authenticated.
     */
    static CallerPolicy authenticated() {
        return call -> {
            Principal found = call.getUserPrincipal();
            if (found == null) {
                throw Faults.noPermission("expected a caller with a name, by HTTP or TLS, found none");
            }
            return found.getName();
        };
    }

    /**
     * Also callers without a name, who are all one and the same principal: each may use what any of them made, if it knows the
     * identifier.
     *
     * @param name the principal that they are; it should be nobody's
     */
    static CallerPolicy anonymousAs(String name) {
        return call -> {
            Principal found = call.getUserPrincipal();
            return found == null ? name : found.getName();
        };
    }
}
