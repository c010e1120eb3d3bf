package io.parley.cxf.control;

import io.parley.negotiation.FallbackReason;
import java.util.Map;
import java.util.Optional;
import javax.wsdl.extensions.mime.MIMEMultipartRelated;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;

/** What keeps a call on its own transport, whatever the service can do. */
final class NotStreamable {
    private static final String JAX_WS_ATTACHMENTS = "jakarta.xml.ws.binding.attachments.outbound";

    private NotStreamable() {}

    /** Why this call cannot go by stream, if so. */
    record Obstacle(FallbackReason reason, String detail) {}

    /** Looks at a call before its chain has run. */
    static Optional<Obstacle> of(Message message, @Nullable Conduit conduit, ByteInterceptors byteInterceptors) {
        if (!(message instanceof SoapMessage)) {
            return unsupported("the binding is not SOAP");
        }
        if (!(conduit instanceof HTTPConduit http)) {
            return unsupported("the transport is not HTTP");
        }
        HTTPClientPolicy policy = http.getClient(message);
        if (policy != null && policy.getDecoupledEndpoint() != null) {
            return notStreamable("replies come to a decoupled endpoint");
        }
        if (MessageUtils.getContextualBoolean(message, Message.MAINTAIN_SESSION, false)) {
            return notStreamable("the HTTP session is maintained");
        }
        Object method = message.get(Message.HTTP_REQUEST_METHOD);
        if (method != null && !"POST".equals(method)) {
            return notStreamable("the HTTP method is set");
        }
        if (hasMimeParts(message.getExchange().getBindingOperationInfo())) {
            return notStreamable("the operation has MIME parts");
        }
        Optional<String> onBytes = byteInterceptors.of(message);
        if (onBytes.isPresent()) {
            return notStreamable(onBytes.get() + " works on the bytes of messages");
        }
        return withAttachments(message);
    }

    /** Looks at a call again when the interceptors before sending have run. */
    static Optional<Obstacle> withAttachments(Message message) {
        boolean own =
                message.getAttachments() != null && !message.getAttachments().isEmpty();
        boolean jaxws = message.get(JAX_WS_ATTACHMENTS) instanceof Map<?, ?> map && !map.isEmpty();
        return own || jaxws ? notStreamable("the message has attachments") : Optional.empty();
    }

    private static boolean hasMimeParts(@Nullable BindingOperationInfo operation) {
        if (operation == null) {
            return false;
        }
        BindingOperationInfo wrapped = operation.isUnwrapped() ? operation.getWrappedOperation() : operation;
        return isMime(wrapped.getInput()) || isMime(wrapped.getOutput());
    }

    private static boolean isMime(@Nullable BindingMessageInfo message) {
        return message != null && message.getExtensor(MIMEMultipartRelated.class) != null;
    }

    private static Optional<Obstacle> notStreamable(String detail) {
        return Optional.of(new Obstacle(FallbackReason.NOT_STREAMABLE, detail));
    }

    private static Optional<Obstacle> unsupported(String detail) {
        return Optional.of(new Obstacle(FallbackReason.UNSUPPORTED_ENDPOINT, detail));
    }
}
