package io.parley.cxf.addressing;

import java.security.Principal;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.jspecify.annotations.Nullable;

/**
 * Approves the reply and fault addresses of a request, or refuses the request. Runs after CXF reads them and before it
 * uses them.
 */
final class ReplyAddressCheck extends AbstractSoapInterceptor {
    private final AllowedAddresses allowed;

    ReplyAddressCheck(AllowedAddresses allowed) {
        super(Phase.USER_PROTOCOL);
        this.allowed = allowed;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
        if (addressing == null) {
            return;
        }
        boolean replies = isElsewhere(addressing.getReplyTo());
        boolean faults = isElsewhere(addressing.getFaultTo());
        if (replies && isForbidden(addressing.getReplyTo())) {
            throw refused(message, addressing, "wsa:ReplyTo");
        }
        if (faults && isForbidden(addressing.getFaultTo())) {
            throw refused(message, addressing, "wsa:FaultTo");
        }
        if (replies || faults) {
            message.getExchange().put(ContextUtils.DECOUPLED_DESTINATION_APPROVED_PROPERTY, true);
            copyPrincipal(message);
        }
    }

    private static boolean isElsewhere(@Nullable EndpointReferenceType reference) {
        return reference != null && !ContextUtils.isGenericAddress(reference);
    }

    private boolean isForbidden(EndpointReferenceType reference) {
        String address =
                reference.getAddress() == null ? null : reference.getAddress().getValue();
        return address == null || !allowed.contains(address);
    }

    /**
     * Returns the fault for a refused address. It is sent on the request's connection, so that the refused address does
     * not receive it.
     */
    private static SoapFault refused(SoapMessage message, AddressingProperties addressing, String header) {
        addressing.setReplyTo(anonymous());
        addressing.setFaultTo(anonymous());
        return new SoapFault(
                header
                        + ": expected the anonymous address or one that the operator has allowed, found another; the setting is"
                        + " ReplyAddresses",
                message.getVersion().getSender());
    }

    private static EndpointReferenceType anonymous() {
        EndpointReferenceType reference = new EndpointReferenceType();
        reference.setAddress(ContextUtils.getAttributedURI(Names.WSA_ANONYMOUS_ADDRESS));
        return reference;
    }

    /**
     * Copies the principal to the message: the call outlives its HTTP request, after which a servlet container no
     * longer returns it.
     */
    private static void copyPrincipal(Message message) {
        SecurityContext live = message.get(SecurityContext.class);
        Principal principal = live == null ? null : live.getUserPrincipal();
        if (principal != null) {
            message.put(SecurityContext.class, new CopiedPrincipal(principal, live));
        }
    }

    /** Security context with a copied principal; roles are still looked up in the container. */
    private record CopiedPrincipal(Principal principal, SecurityContext live) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return principal;
        }

        @Override
        public boolean isUserInRole(String role) {
            return live.isUserInRole(role);
        }
    }
}
