package io.parley.cxf.client;

import io.parley.Causes;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.carrier.BodyDeadline;
import io.parley.cxf.carrier.EnvelopeContent;
import io.parley.cxf.carrier.OwnConduit;
import io.parley.cxf.endpoint.NegotiationRequest;
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
 * Sends an offer as a conventional SOAP request to the service's address and classifies the reply. Uses a conduit of
 * its own, since replies on the application's conduit would enter the application's chain. Confined to one thread.
 */
final class ControlClient {
    private static final InputStream EMPTY = InputStream.nullInputStream();
    private static final int INITIAL_BYTES = 2048;

    private final NegotiationRequest request;
    private final Limits limits;
    private final Duration time;
    private byte[] sent = new byte[0];
    private byte[] received = new byte[0];
    /** Set if the last reply was read to its end. */
    private boolean readWhole;

    private List<String> setCookies = List.of();

    ControlClient(NegotiationRequest request, Limits limits, Duration time) {
        this.request = request;
        this.limits = limits;
        this.time = time;
    }

    /** Sends the offer and blocks for the reply. */
    OfferReply send(Offer offer) {
        Conduit conduit;
        try {
            conduit = request.newConduit(time);
        } catch (IOException e) {
            return OfferReply.transportError(Causes.text(e));
        }
        OwnConduit use = new OwnConduit(conduit, Runnable::run);
        long started = System.nanoTime();
        try {
            return sendWithRetry(use, offer, started);
        } catch (HTTPException e) {
            return OfferReply.read(e.getResponseCode(), EMPTY, limits);
        } catch (SocketTimeoutException | HttpTimeoutException e) {
            return OfferReply.timeout(Duration.ofNanos(System.nanoTime() - started));
        } catch (IOException e) {
            return OfferReply.transportError(Causes.text(e));
        } finally {
            use.close();
        }
    }

    /**
     * Retries once if the connection is closed before the response: a server may close an idle connection while a
     * request is on its way, and HTTP clients repeat only idempotent methods. An offer is idempotent: it runs no
     * operation, and the token of a lost answer expires unused.
     */
    private OfferReply sendWithRetry(OwnConduit use, Offer offer, long started) throws IOException {
        try {
            return sendOnce(use, offer, started);
        } catch (IOException e) {
            if (!wasClosed(e)
                    || !request.carrier().namesHosts()
                    || remaining(started).isZero()) {
                throw e;
            }
            return sendOnce(use, offer, started);
        }
    }

    /** Returns whether an established connection ended before its response. */
    private static boolean wasClosed(IOException e) {
        return !(e instanceof HTTPException
                || e instanceof InterruptedIOException
                || e instanceof HttpTimeoutException
                || e instanceof ConnectException
                || e instanceof UnknownHostException
                || e instanceof SSLException
                || e.getCause() instanceof InterruptedException);
    }

    private Duration remaining(long started) {
        Duration remaining = time.minusNanos(System.nanoTime() - started);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    private OfferReply sendOnce(OwnConduit use, Offer offer, long started) throws IOException {
        AtomicReference<OfferReply> reply =
                new AtomicReference<>(OfferReply.read(HttpURLConnection.HTTP_OK, EMPTY, limits));
        use.begin();
        Duration remaining = remaining(started);
        readWhole = false;
        try {
            exchange(use.conduit(), offer, remaining, in -> reply.set(read(in, started)));
            remaining = Duration.ZERO;
            return Objects.requireNonNull(reply.get());
        } catch (Fault e) { // CXF's wrapper of a connect failure
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw e;
        } finally {
            if (readWhole) {
                use.ended();
            } else {
                use.failed(remaining);
            }
        }
    }

    /** Returns the values of {@code Set-Cookie} in the reply. */
    List<String> setCookies() {
        return setCookies;
    }

    /** Returns the text of the request; empty before it was sent. */
    String offerText() {
        return new String(sent, StandardCharsets.UTF_8);
    }

    /** Returns the text of the reply, which may be anything. */
    String replyText() {
        return new String(received, StandardCharsets.UTF_8);
    }

    private void exchange(Conduit conduit, Offer offer, Duration remaining, MessageObserver observer)
            throws IOException {
        conduit.setMessageObserver(observer);
        Message message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setSynchronous(true);
        exchange.setOutMessage(message);
        request.applyTo(message, exchange, remaining);
        message.put(Message.CONTENT_TYPE, request.version().contentType());
        // The reply is read whatever its status.
        message.put(HTTPConduit.NO_IO_EXCEPTIONS, true);
        byte[] envelope = envelope(offer);
        conduit.prepare(message);
        sent = envelope;
        EnvelopeContent.write(message, envelope);
        conduit.close(message);
    }

    /**
     * Returns the offer's envelope. Its mandatory header block prevents services without Parley from running user code.
     */
    private byte[] envelope(Offer offer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        SoapEnvelope.write(
                bytes,
                request.version(),
                List.of(NegotiationXml.HEADER),
                writer -> NegotiationXml.write(offer, writer));
        return bytes.toByteArray();
    }

    /** Reads a reply; one that is not complete in time counts as a timeout. */
    private OfferReply read(Message in, long started) {
        InputStream body = in.getContent(InputStream.class);
        if (body == null) {
            return read(in);
        }
        try (BodyDeadline deadline = BodyDeadline.start(body, remaining(started))) {
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
            // One byte above the limit, so that the parser detects an excess.
            int most = Math.min(limits.getInt(Limit.NEGOTIATION_BYTES), Integer.MAX_VALUE - 1);
            received = EnvelopeContent.read(in, 1 + most);
            readWhole = received.length <= most;
            return OfferReply.read(status, new ByteArrayInputStream(received), limits);
        } catch (IOException e) {
            return OfferReply.transportError(Causes.text(e));
        }
    }
}
