package io.parley.store.wscontext;

import io.parley.store.wscontext.message.NoPermissionException;
import jakarta.xml.ws.WebServiceContext;
import java.security.Principal;

/** Identification of callers for the access control of the service. Thread-safe. */
@FunctionalInterface
public interface CallerPolicy {

    /**
     * Returns the principal of the current call.
     *
     * @throws NoPermissionException if there is no acceptable principal
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
     * Returns the policy that also accepts callers without a name, who share one principal: each of them can use the
     * contexts of the others if it knows the identifier.
     *
     * @param name the shared principal; should not be the name of a user
     */
    static CallerPolicy anonymousAs(String name) {
        return call -> {
            Principal found = call.getUserPrincipal();
            return found == null ? name : found.getName();
        };
    }
}
