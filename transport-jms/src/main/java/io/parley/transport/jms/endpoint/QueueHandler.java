package io.parley.transport.jms.endpoint;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the SOAP requests of a queue for an endpoint. Thread-safe. */
final class QueueHandler implements QueueServer.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(QueueHandler.class);

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
        Attempt attempt = new Attempt(request);
        try (ObjectReservation held = objects.get()) {
            return attempt.run(held);
        } catch (RuntimeException e) {
            return attempt.failed(SoapFault.of(SoapRequests.coded(e)));
        }
    }

    /** Handling of one request. Belongs to one thread. */
    private final class Attempt {
        private final QueueRequest request;
        private SoapVersion version = SoapVersion.V1_1;
        private boolean run;

        Attempt(QueueRequest request) {
            this.request = request;
        }

        QueueServer.Outcome run(ObjectReservation held) {
            QueuedSoap message = request.read();
            SoapMediaType type = message.type();
            version = type.version();
            if (request.wasAnswered()) {
                return answeredBefore();
            }
            SoapEnvelope envelope = type.envelope(message.content(), limits, held);
            version = envelope.version();
            String action = message.action().isEmpty() ? type.action() : message.action();
            SoapRequests.Origin origin =
                    new SoapRequests.Origin(action, request.principal(), false, request.isRedelivered());
            return outcome(requests.handle(envelope, origin, () -> run = true));
        }

        private QueueServer.Outcome outcome(SoapReply reply) {
            if (reply instanceof SoapReply.Refused refused) {
                return failed(refused.fault());
            }
            if (reply instanceof SoapReply.Negotiated negotiated) {
                return answered(message(version, false, negotiated.envelope(), request.newResponse()));
            }
            return answered(
                    reply instanceof SoapReply.Handled handled
                            ? message(version, handled.isFault(), handled.envelope(), request.newResponse())
                            : null);
        }

        private QueueServer.Outcome answered(@Nullable QueuedSoap reply) {
            return new QueueServer.Outcome(reply, false, run);
        }

        /** Drops the request; a caller that still waits learns that its response was lost. */
        private QueueServer.Outcome answeredBefore() {
            LOG.info("Dropping a redelivered request: it was answered before");
            return new QueueServer.Outcome(
                    fault(SoapFault.of(new ParleyException(
                            ErrorCode.CONNECTION_LOST,
                            "jms: the request was handled before, and its response was lost with a connection to the"
                                    + " broker"))),
                    false,
                    false);
        }

        QueueServer.Outcome failed(SoapFault fault) {
            return new QueueServer.Outcome(fault(fault), true, run);
        }

        private QueuedSoap fault(SoapFault fault) {
            // Not counted as held memory: it is short, and must be sent even when memory is short.
            return message(version, true, out -> fault.write(out, version), new ByteArrayOutputStream());
        }
    }

    private static QueuedSoap message(
            SoapVersion version, boolean isFault, SoapReply.Envelope envelope, ByteArrayOutputStream bytes) {
        envelope.write(bytes);
        return new QueuedSoap(SoapMediaType.text(version, ""), "", isFault, bytes.toByteArray());
    }
}
