package io.parley.cxf.control;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.carrier.BodyDeadline;
import io.parley.cxf.carrier.EnvelopeContent;
import io.parley.negotiation.Offer;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.soap.SoapEnvelope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.HTTPException;

/**
 * Sends an offer as a conventional SOAP request to the service's own address and classifies what comes back. The conduit
 * is its own: replies on the application's conduit would enter the application's chain.
 */
final class ControlClient {
    private static final InputStream NOTHING = InputStream.nullInputStream();
    private static final int INITIAL_BYTES = 2048;

    private final Errand errand;
    private final Limits limits;
    private final Duration time;
    private byte[] sent = new byte[0];
    private byte[] received = new byte[0];
    private List<String> setCookies = List.of();

    ControlClient(Errand errand, Limits limits, Duration time) {
        this.errand = errand;
        this.limits = limits;
        this.time = time;
    }

    /** Sends the offer and waits for the reply, on this thread. */
    OfferReply send(Offer offer) {
        Conduit conduit;
        try {
            conduit = errand.newConduit(time);
        } catch (IOException e) {
            return OfferReply.transportError(String.valueOf(e.getMessage()));
        }
        AtomicReference<OfferReply> reply =
                new AtomicReference<>(OfferReply.read(HttpURLConnection.HTTP_OK, NOTHING, limits));
        long started = System.nanoTime();
        conduit.setMessageObserver(in -> reply.set(read(in, started)));
        try {
            exchange(conduit, offer);
            return Objects.requireNonNull(reply.get());
        } catch (IOException e) {
            return failed(e, started);
        } catch (Fault e) { // what CXF makes of a failure while it connects
            if (e.getCause() instanceof IOException why) {
                return failed(why, started);
            }
            throw e;
        } finally {
            conduit.close();
        }
    }

    private OfferReply failed(IOException why, long started) {
        if (why instanceof HTTPException refused) {
            return OfferReply.read(refused.getResponseCode(), NOTHING, limits);
        }
        return why instanceof SocketTimeoutException || why instanceof HttpTimeoutException
                ? OfferReply.timeout(Duration.ofNanos(System.nanoTime() - started))
                : OfferReply.transportError(String.valueOf(why.getMessage()));
    }

    /** Values of {@code Set-Cookie} that came with the reply. */
    List<String> setCookies() {
        return setCookies;
    }

    /** The request, once it was sent. */
    String offerText() {
        return new String(sent, StandardCharsets.UTF_8);
    }

    /** What came back; may be anything. */
    String replyText() {
        return new String(received, StandardCharsets.UTF_8);
    }

    private void exchange(Conduit conduit, Offer offer) throws IOException {
        Message message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setSynchronous(true);
        exchange.setOutMessage(message);
        errand.applyTo(message, exchange, time);
        message.put(Message.CONTENT_TYPE, errand.version().contentType());
        byte[] envelope = envelope(offer);
        conduit.prepare(message);
        sent = envelope;
        EnvelopeContent.write(message, envelope);
        conduit.close(message);
    }

    /** With the header block that keeps services which do not know it from running user code. */
    private byte[] envelope(Offer offer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        SoapEnvelope.write(
                bytes, errand.version(), List.of(NegotiationXml.HEADER), writer -> NegotiationXml.write(offer, writer));
        return bytes.toByteArray();
    }

    /** What has come of a reply whose time is over is no reply. */
    private OfferReply read(Message in, long started) {
        InputStream body = in.getContent(InputStream.class);
        if (body == null) {
            return read(in);
        }
        Duration left = time.minusNanos(System.nanoTime() - started);
        try (BodyDeadline deadline = new BodyDeadline(body, left)) {
            OfferReply reply = read(in);
            return deadline.isPast() ? OfferReply.timeout(time) : reply;
        }
    }

    private OfferReply read(Message in) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) in.get(Message.PROTOCOL_HEADERS));
        if (headers != null) {
            setCookies = headers.entrySet().stream()
                    .filter(header -> "Set-Cookie".equalsIgnoreCase(header.getKey()))
                    .flatMap(header -> header.getValue().stream())
                    .toList();
        }
        int status = in.get(Message.RESPONSE_CODE) instanceof Integer code ? code : HttpURLConnection.HTTP_OK;
        try {
            // One more than is allowed, so that the parser finds out.
            received = EnvelopeContent.read(
                    in, 1 + Math.min(limits.getInt(Limit.NEGOTIATION_BYTES), Integer.MAX_VALUE - 1));
            return OfferReply.read(status, new ByteArrayInputStream(received), limits);
        } catch (IOException e) {
            return OfferReply.transportError(String.valueOf(e.getMessage()));
        }
    }
}
