package io.parley.cxf.control;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.carrier.BodyDeadline;
import io.parley.cxf.carrier.EnvelopeContent;
import io.parley.cxf.carrier.OwnConduit;
import io.parley.negotiation.Offer;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.soap.SoapEnvelope;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.HTTPConduit;
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
    /** Whether the last reply was read to its end. */
    private boolean readWhole;

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
        OwnConduit use = new OwnConduit(conduit, Runnable::run);
        long started = System.nanoTime();
        try {
            return twice(use, offer, started);
        } catch (HTTPException e) {
            return OfferReply.read(e.getResponseCode(), NOTHING, limits);
        } catch (SocketTimeoutException | HttpTimeoutException e) {
            return OfferReply.timeout(Duration.ofNanos(System.nanoTime() - started));
        } catch (IOException e) {
            return OfferReply.transportError(String.valueOf(e.getMessage()));
        } finally {
            use.close();
        }
    }

    /**
     * A server may close a connection that was idle while the next request is on its way to it, which HTTP clients repeat only for methods
     * that are idempotent. So is an offer: it runs nothing, and the token of an answer that was lost lapses unused.
     */
    private OfferReply twice(OwnConduit use, Offer offer, long started) throws IOException {
        try {
            return once(use, offer, started);
        } catch (IOException e) {
            if (!wasCutOff(e) || !errand.carrier().namesHosts() || left(started).isZero()) {
                throw e;
            }
            return once(use, offer, started);
        }
    }

    /** Whether there was a connection, and it ended before its response. */
    private static boolean wasCutOff(IOException e) {
        return !(e instanceof HTTPException
                || e instanceof InterruptedIOException
                || e instanceof HttpTimeoutException
                || e instanceof ConnectException
                || e instanceof UnknownHostException
                || e instanceof SSLException
                || e.getCause() instanceof InterruptedException);
    }

    private Duration left(long started) {
        Duration left = time.minusNanos(System.nanoTime() - started);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private OfferReply once(OwnConduit use, Offer offer, long started) throws IOException {
        AtomicReference<OfferReply> reply =
                new AtomicReference<>(OfferReply.read(HttpURLConnection.HTTP_OK, NOTHING, limits));
        use.begin();
        Duration left = left(started);
        readWhole = false;
        try {
            exchange(use.conduit(), offer, left, in -> reply.set(read(in, started)));
            left = Duration.ZERO;
            return Objects.requireNonNull(reply.get());
        } catch (Fault e) { // what CXF makes of a failure while it connects
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw e;
        } finally {
            if (readWhole) {
                use.ended();
            } else {
                use.failed(left);
            }
        }
    }

    /** Values of {@code Set-Cookie} that came with the reply. */
    List<String> setCookies() {
        return setCookies;
    }

    /** The request, once it was sent. */
    String offerText() {
        return new String(sent, StandardCharsets.UTF_8);
    }

    /** Returns the reply; may be any text. */
    String replyText() {
        return new String(received, StandardCharsets.UTF_8);
    }

    private void exchange(Conduit conduit, Offer offer, Duration left, MessageObserver observer) throws IOException {
        conduit.setMessageObserver(observer);
        Message message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setSynchronous(true);
        exchange.setOutMessage(message);
        errand.applyTo(message, exchange, left);
        message.put(Message.CONTENT_TYPE, errand.version().contentType());
        // What came back is read whatever its status is.
        message.put(HTTPConduit.NO_IO_EXCEPTIONS, true);
        byte[] envelope = envelope(offer);
        conduit.prepare(message);
        sent = envelope;
        EnvelopeContent.write(message, envelope);
        conduit.close(message);
    }

    /**
     * Returns the offer's envelope, with the header block that keeps services which do not know it from running user
     * code.
     */
    private byte[] envelope(Offer offer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        SoapEnvelope.write(
                bytes, errand.version(), List.of(NegotiationXml.HEADER), writer -> NegotiationXml.write(offer, writer));
        return bytes.toByteArray();
    }

    /** Reads a reply; one that is not complete in time counts as none. */
    private OfferReply read(Message in, long started) {
        InputStream body = in.getContent(InputStream.class);
        if (body == null) {
            return read(in);
        }
        try (BodyDeadline deadline = new BodyDeadline(body, left(started))) {
            OfferReply reply = read(in);
            if (deadline.isPast()) {
                readWhole = false;
                return OfferReply.timeout(time);
            }
            return reply;
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
            int most = Math.min(limits.getInt(Limit.NEGOTIATION_BYTES), Integer.MAX_VALUE - 1);
            received = EnvelopeContent.read(in, 1 + most);
            readWhole = received.length <= most;
            return OfferReply.read(status, new ByteArrayInputStream(received), limits);
        } catch (IOException e) {
            return OfferReply.transportError(String.valueOf(e.getMessage()));
        }
    }
}
