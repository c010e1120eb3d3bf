package io.parley.cxf.client;

import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.endpoint.ByteInterceptors;
import io.parley.negotiation.FallbackReason;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;

/** Reasons to send a call by its own transport, whatever the service supports. */
final class NotStreamable {
    private static final String JAX_WS_ATTACHMENTS = "jakarta.xml.ws.binding.attachments.outbound";

    private NotStreamable() {}

    /** Reason why a call cannot stream. */
    record Obstacle(FallbackReason reason, String detail) {}

    /** Checks a call before its chain has run. */
    static Optional<Obstacle> of(
            Message message, Optional<Carrier> carrier, Conduit conduit, ByteInterceptors byteInterceptors) {
        if (!(message instanceof SoapMessage)) {
            return unsupported("the binding is not SOAP");
        }
        if (carrier.isEmpty()) {
            return unsupported("the transport is neither HTTP nor that of an available provider");
        }
        Optional<String> set = carrier.get().obstacle(message, conduit);
        if (set.isPresent()) {
            return notStreamable(set.get());
        }
        Optional<String> onBytes = byteInterceptors.of(message);
        if (onBytes.isPresent()) {
            return notStreamable(onBytes.get() + " works on the bytes of messages");
        }
        return withAttachments(message);
    }

    /** Checks a call again after the interceptors before sending have run. */
    static Optional<Obstacle> beforeSending(Message message, Carrier carrier, Conduit conduit) {
        Optional<String> set = carrier.obstacle(message, conduit);
        return set.isPresent() ? notStreamable(set.get()) : withAttachments(message);
    }

    private static Optional<Obstacle> withAttachments(Message message) {
        boolean own =
                message.getAttachments() != null && !message.getAttachments().isEmpty();
        boolean jaxws = message.get(JAX_WS_ATTACHMENTS) instanceof Map<?, ?> map && !map.isEmpty();
        return jaxws && !own ? notStreamable("its attachments are a property of the call") : Optional.empty();
    }

    private static Optional<Obstacle> notStreamable(String detail) {
        return Optional.of(new Obstacle(FallbackReason.NOT_STREAMABLE, detail));
    }

    private static Optional<Obstacle> unsupported(String detail) {
        return Optional.of(new Obstacle(FallbackReason.UNSUPPORTED_ENDPOINT, detail));
    }
}
