package io.parley.transport.jms.endpoint;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.endpoint.negotiated.SoapMediaType;
import io.parley.endpoint.negotiated.SoapReply;
import io.parley.endpoint.negotiated.SoapRequests;
import io.parley.runtime.ObjectReservation;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import io.parley.transport.jms.QueueRequest;
import io.parley.transport.jms.QueueServer;
import io.parley.transport.jms.QueuedSoap;
import java.io.ByteArrayOutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Handles the SOAP requests of a queue for an endpoint. Thread-safe. */
final class QueueHandler implements QueueServer.Handler {
    private final Limits limits;
    private final Supplier<ObjectReservation> objects;
    private final SoapRequests requests;

    QueueHandler(Limits limits, Supplier<ObjectReservation> objects, SoapRequests requests) {
        this.limits = limits;
        this.objects = objects;
        this.requests = requests;
    }

    @Override
    public QueueServer.Outcome handle(QueueRequest request) {
        SoapVersion version = SoapVersion.V1_1;
        try (ObjectReservation held = objects.get()) {
            QueuedSoap message = request.read();
            SoapMediaType type = SoapMediaType.of(message.contentType());
            version = type.version();
            SoapEnvelope envelope = SoapEnvelope.read(message.content(), limits, Limit.MESSAGE_BYTES, held);
            version = envelope.version();
            String action = message.action().isEmpty() ? type.action() : message.action();
            SoapRequests.Origin origin =
                    new SoapRequests.Origin(action, request.principal(), false, request.isRedelivered());
            return outcome(requests.handle(envelope, origin, () -> {}), version, request.newResponse());
        } catch (RuntimeException e) {
            return failed(SoapFault.of(SoapRequests.coded(e)), version);
        }
    }

    private static QueueServer.Outcome outcome(SoapReply reply, SoapVersion version, ByteArrayOutputStream into) {
        if (reply instanceof SoapReply.Refused refused) {
            return failed(refused.fault(), version);
        }
        if (reply instanceof SoapReply.Negotiated negotiated) {
            return new QueueServer.Outcome(message(version, false, negotiated.envelope(), into), false);
        }
        @Nullable
        QueuedSoap response = reply instanceof SoapReply.Handled handled
                ? message(version, handled.isFault(), handled.envelope(), into)
                : null;
        return new QueueServer.Outcome(response, false);
    }

    private static QueueServer.Outcome failed(SoapFault fault, SoapVersion version) {
        // Not counted as held memory: it is short, and must be sent even when memory is short.
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        return new QueueServer.Outcome(message(version, true, out -> fault.write(out, version), into), true);
    }

    private static QueuedSoap message(
            SoapVersion version, boolean isFault, SoapReply.Envelope envelope, ByteArrayOutputStream bytes) {
        envelope.write(bytes);
        return new QueuedSoap(SoapMediaType.text(version, ""), "", isFault, bytes.toByteArray());
    }
}
