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
 * Approves the addresses that a request wants its answers sent to, or refuses the request; between CXF's reading and
 * using them.
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
            keepPrincipal(message);
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
     * Returns the fault for a refused address; it goes back on the connection, because the address in the message must
     * not get it either.
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

    /** The call goes on after its HTTP request is over, and a servlet container would no longer say whose it was. */
    private static void keepPrincipal(Message message) {
        SecurityContext live = message.get(SecurityContext.class);
        Principal principal = live == null ? null : live.getUserPrincipal();
        if (principal != null) {
            message.put(SecurityContext.class, new Kept(principal, live));
        }
    }

    /** Roles are still asked of the container, as they always were. */
    private record Kept(Principal principal, SecurityContext live) implements SecurityContext {
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
