package io.parley.transport.jms.endpoint;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.SoapText;
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.endpoint.negotiated.SoapCaller;
import io.parley.endpoint.negotiated.SoapMediaType;
import io.parley.negotiation.Offer;
import io.parley.peer.OfferReply;
import io.parley.runtime.ObjectReservation;
import io.parley.soap.SoapVersion;
import io.parley.transport.jms.QueueClient;
import io.parley.transport.jms.QueuedSoap;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Client for calls and offers by SOAP over JMS. Blocks the calling thread. Thread-safe.
 *
 * @param objects memory for the objects of a response
 */
record QueueSoap(
        QueueClient queue, SoapVersion version, Limits limits, SoapText text, Supplier<ObjectReservation> objects)
        implements SoapCaller {
    private static final int OK = 200;

    @Override
    public Object call(String operation, Object request, Duration within) {
        try (ObjectReservation held = objects.get().ofResponse()) {
            QueuedSoap response = queue.call(message(operation, request), within, limits, held);
            return read(response, operation, held);
        }
    }

    private Object read(QueuedSoap response, String operation, ObjectReservation held) {
        try {
            SoapMediaType type = response.type();
            return text.readResponse(type.envelope(response.content(), limits, held), operation);
        } catch (ParleyException e) {
            // The error of a fault may say that the call was not dispatched.
            throw response.isFault() ? e : e.afterDispatch();
        }
    }

    /** {@inheritDoc} The broker accepts it, whether or not the service runs now. */
    @Override
    public void send(String operation, Object value, Duration within) {
        queue.send(message(operation, value));
    }

    private QueuedSoap message(String operation, Object value) {
        String action = text.action(operation);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.writeRequest(bytes, version, operation, value);
        return new QueuedSoap(SoapMediaType.text(version, action), action, false, bytes.toByteArray());
    }

    /** Sends an offer and reads the reply; every failure is part of the result. */
    NegotiatedService.Replied offer(Offer offer, Duration within) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        NegotiatedService.write(offer, bytes, version);
        try (ObjectReservation held = objects.get().ofResponse()) {
            QueuedSoap reply = queue.call(
                    new QueuedSoap(SoapMediaType.text(version, ""), "", false, bytes.toByteArray()),
                    within,
                    limits,
                    held);
            return new NegotiatedService.Replied(
                    OfferReply.read(OK, reply.content(), limits), bytes.size(), reply.length());
        } catch (ParleyException e) {
            OfferReply why =
                    e.code() == ErrorCode.TIMEOUT ? OfferReply.timeout(within) : OfferReply.transportError(e.text());
            return new NegotiatedService.Replied(why, bytes.size(), 0);
        }
    }
}
