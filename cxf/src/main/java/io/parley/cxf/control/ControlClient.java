package io.parley.cxf.control;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.xml.NegotiationXml;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPException;
import org.jspecify.annotations.Nullable;

/**
 * Sends an offer as a conventional SOAP request to the service's own address and classifies what comes back. The conduit
 * is its own: replies on the application's conduit would enter the application's chain.
 */
final class ControlClient {
    private final Errand errand;
    private final Limits limits;
    private final Duration time;
    private byte[] sent = new byte[0];
    private byte[] received = new byte[0];

    ControlClient(Errand errand, Limits limits, Duration time) {
        this.errand = errand;
        this.limits = limits;
        this.time = time;
    }

    /**
     * What came back.
     *
     * @param outcome the answer or refusal, if it was one
     * @param detail for the log
     */
    record Reply(ReplyKind kind, @Nullable Outcome<Answer> outcome, String detail) {
        static Reply of(ReplyKind kind, String detail) {
            return new Reply(kind, null, detail);
        }
    }

    /** Sends the offer and waits for the reply, on this thread. */
    Reply send(Offer offer) {
        HTTPConduit conduit;
        try {
            conduit = errand.newConduit();
        } catch (IOException e) {
            return Reply.of(ReplyKind.TRANSPORT_ERROR, String.valueOf(e.getMessage()));
        }
        AtomicReference<Reply> reply = new AtomicReference<>(Reply.of(ReplyKind.NOT_SOAP, "the reply had no content"));
        conduit.setMessageObserver(in -> reply.set(read(in)));
        try {
            exchange(conduit, offer);
            return Objects.requireNonNull(reply.get());
        } catch (HTTPException e) {
            return ofStatus(e.getResponseCode());
        } catch (SocketTimeoutException | HttpTimeoutException e) {
            return Reply.of(ReplyKind.TIMEOUT, "no reply within " + time.toMillis() + " ms");
        } catch (IOException e) {
            return Reply.of(ReplyKind.TRANSPORT_ERROR, String.valueOf(e.getMessage()));
        } finally {
            conduit.close();
        }
    }

    /** The request, once it was sent. */
    String offerText() {
        return new String(sent, StandardCharsets.UTF_8);
    }

    /** What came back; may be anything. */
    String replyText() {
        return new String(received, StandardCharsets.UTF_8);
    }

    private void exchange(HTTPConduit conduit, Offer offer) throws IOException {
        Message message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setSynchronous(true);
        exchange.setOutMessage(message);
        errand.applyTo(message, exchange, time);
        message.put(Message.CONTENT_TYPE, Envelopes.contentType(errand.version()));
        byte[] envelope = Envelopes.request(errand.version(), writer -> NegotiationXml.write(offer, writer));
        conduit.prepare(message);
        OutputStream out = message.getContent(OutputStream.class);
        sent = envelope;
        out.write(envelope);
        conduit.close(message);
    }

    private Reply read(Message in) {
        int status = in.get(Message.RESPONSE_CODE) instanceof Integer code ? code : HttpURLConnection.HTTP_OK;
        if (ReplyKind.isNotAuthorized(status)) {
            return ofStatus(status);
        }
        try (InputStream stream = in.getContent(InputStream.class)) {
            if (stream == null) {
                return ofStatus(status);
            }
            received = Envelopes.read(stream, limits);
            return classify(Envelopes.open(received, limits), status);
        } catch (XMLStreamException e) {
            return Reply.of(ReplyKind.NOT_SOAP, "status " + status + ", no SOAP envelope");
        } catch (ParleyException e) {
            return Reply.of(ReplyKind.MALFORMED_ANSWER, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Reply.of(ReplyKind.TRANSPORT_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private Reply classify(Envelopes.Opened envelope, int status) {
        if (envelope.isFault()) {
            return Reply.of(ReplyKind.SOAP_FAULT, "a SOAP fault with status " + status);
        }
        if (!envelope.isOurs() || status != HttpURLConnection.HTTP_OK) {
            return Reply.of(
                    ReplyKind.OTHER_SOAP,
                    "status " + status + " and " + envelope.body().getName());
        }
        Outcome<Answer> outcome = NegotiationXml.readReply(envelope.body(), limits);
        ReplyKind kind = outcome instanceof Outcome.Reached ? ReplyKind.ANSWER : ReplyKind.REFUSAL;
        return new Reply(kind, outcome, "");
    }

    private static Reply ofStatus(int status) {
        return Reply.of(
                ReplyKind.isNotAuthorized(status) ? ReplyKind.NOT_AUTHORIZED : ReplyKind.NOT_SOAP, "status " + status);
    }
}
