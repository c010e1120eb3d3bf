package io.parley.transport.http.endpoint;

import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.SoapText;
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.endpoint.negotiated.SoapCaller;
import io.parley.endpoint.negotiated.SoapMediaType;
import io.parley.negotiation.Offer;
import io.parley.peer.OfferReply;
import io.parley.runtime.ObjectReservation;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.WholeResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLHandshakeException;

/**
 * Client for calls and offers by plain SOAP, on the JDK's client. Blocks the calling thread. Thread-safe.
 *
 * @param headers of every request
 * @param memory of responses
 */
record SoapCalls(HttpClient client, URI url, Map<String, String> headers, Form form, Memory memory, SoapText text)
        implements SoapCaller {
    private static final int OK = 200;
    private static final int LAST_SUCCESS = 299;
    private static final int INITIAL_BYTES = 2048;
    /** Bytes that gzip may add to incompressible content. */
    private static final int ZIP_OVERHEAD = 64 * 1024;

    /**
     * Form of requests.
     *
     * @param zip true to send requests in gzip, and to accept responses in it
     */
    record Form(SoapVersion version, boolean zip) {}

    /**
     * Memory for responses.
     *
     * @param bodies for their bytes
     * @param objects for the objects of one of them
     */
    record Memory(Limits limits, BodyMemory bodies, Supplier<ObjectReservation> objects) {}

    /** Writes an envelope. */
    @FunctionalInterface
    private interface Envelope {
        void write(OutputStream out);
    }

    /** Sends a request and waits for its response. */
    @FunctionalInterface
    private interface Sending {
        HttpResponse<InputStream> send() throws IOException, InterruptedException;
    }

    /** Returns the SOAP version of requests. */
    SoapVersion version() {
        return form.version();
    }

    @Override
    public Object call(String operation, Object request, Duration within) {
        HttpResponse<InputStream> response = post(operation, request, within);
        try (ObjectReservation held = memory.objects().get().ofResponse();
                InputStream bytes = response.body();
                InputStream body = unzipped(response, bytes)) {
            return text.readResponse(envelope(response, body, held), operation);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void send(String operation, Object value, Duration within) {
        HttpResponse<InputStream> response = post(operation, value, within);
        try (ObjectReservation held = memory.objects().get().ofResponse();
                InputStream bytes = response.body();
                InputStream body = unzipped(response, bytes)) {
            if (response.statusCode() < OK || response.statusCode() > LAST_SUCCESS) {
                throw refused(envelope(response, body, held), operation);
            }
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** Returns the error in the response to a one-way message: a fault, or {@code PROTOCOL}. */
    private RuntimeException refused(SoapEnvelope envelope, String operation) {
        return envelope.isFault()
                ? text.fault(envelope, operation)
                : new ParleyException(ErrorCode.PROTOCOL, operation + ": expected no response, found one")
                        .afterDispatch();
    }

    /** Returns a copy with other headers. */
    SoapCalls with(Map<String, String> other) {
        return new SoapCalls(client, url, other, form, memory, text);
    }

    /**
     * Response to an offer.
     *
     * @param setCookies values of {@code Set-Cookie}, unless the client keeps cookies by itself
     */
    record Answered(NegotiatedService.Replied replied, List<String> setCookies) {}

    /** Sends an offer and reads the response; every failure is part of the result. */
    Answered offer(Offer offer, Duration within) {
        byte[] envelope = bytes(false, out -> NegotiatedService.write(offer, out, version()));
        HttpResponse<InputStream> response;
        try {
            response = postTwice(envelope, within);
        } catch (ParleyException e) {
            return failed(
                    envelope,
                    e.code() == ErrorCode.TIMEOUT ? OfferReply.timeout(within) : OfferReply.transportError(e.text()));
        }
        List<String> cookies = client.cookieHandler().isPresent()
                ? List.of()
                : response.headers().allValues("Set-Cookie");
        try (InputStream body = response.body()) {
            int length = body.available(); // all of it: the body is in memory
            OfferReply reply = OfferReply.read(response.statusCode(), body, memory.limits());
            return new Answered(new NegotiatedService.Replied(reply, envelope.length, length), cookies);
        } catch (IOException e) {
            return failed(envelope, OfferReply.transportError(Causes.text(e)));
        }
    }

    private static Answered failed(byte[] envelope, OfferReply why) {
        return new Answered(new NegotiatedService.Replied(why, envelope.length, 0), List.of());
    }

    /**
     * Sends an offer, and repeats it once after a lost connection: a server may close an idle connection while the
     * request is on its way, and the JDK's client retries only GET. Repeating is safe, because an offer has no effect
     * on the application.
     */
    private HttpResponse<InputStream> postTwice(byte[] offer, Duration within) {
        long begin = System.nanoTime();
        try {
            return post(offer, within);
        } catch (ParleyException e) {
            Duration left = within.minusNanos(System.nanoTime() - begin);
            if (e.code() != ErrorCode.CONNECTION_LOST || left.isNegative() || left.isZero()) {
                throw e;
            }
            return post(offer, left);
        }
    }

    private HttpResponse<InputStream> post(byte[] offer, Duration within) {
        long most = memory.limits().get(Limit.NEGOTIATION_BYTES);
        return post(within, () -> WholeResponse.send(client, request("", false, offer), within, most));
    }

    private HttpResponse<InputStream> post(String operation, Object value, Duration within) {
        byte[] envelope = bytes(form.zip(), out -> text.writeRequest(out, version(), operation, value));
        HttpRequest.Builder request = request(text.action(operation), form.zip(), envelope);
        long most = memory.limits().get(Limit.MESSAGE_BYTES) + ZIP_OVERHEAD;
        return post(within, () -> WholeResponse.send(client, request, within, memory.bodies(), most));
    }

    private SoapEnvelope envelope(HttpResponse<InputStream> response, InputStream body, ObjectReservation held) {
        SoapMediaType type;
        try {
            type = SoapMediaType.of(
                    response.headers().firstValue("Content-Type").orElse(null));
        } catch (ParleyException e) {
            throw NotSoap.error(response, e.text());
        }
        return type.envelope(body, memory.limits(), held);
    }

    private static InputStream unzipped(HttpResponse<InputStream> response, InputStream body) throws IOException {
        boolean zipped = response.headers()
                .firstValue("Content-Encoding")
                .filter("gzip"::equalsIgnoreCase)
                .isPresent();
        return zipped ? new GZIPInputStream(body) : body;
    }

    private HttpRequest.Builder request(String action, boolean zipped, byte[] envelope) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .version(HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofByteArray(envelope));
        request.header("Content-Type", SoapMediaType.text(version(), action));
        if (version() == SoapVersion.V1_1) {
            request.header("SOAPAction", '"' + action + '"');
        }
        if (zipped) {
            request.header("Content-Encoding", "gzip").header("Accept-Encoding", "gzip");
        }
        headers.forEach(request::setHeader);
        return request;
    }

    private HttpResponse<InputStream> post(Duration within, Sending sending) {
        try {
            return sending.send();
        } catch (HttpConnectTimeoutException e) {
            // Either the client's time to connect or that of the call is over; nothing was sent.
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    url + ": expected a connection in time, at most " + within + ", found none",
                    e);
        } catch (ConnectException e) {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, url + ": expected a connection, found none", e);
        } catch (SSLHandshakeException e) {
            // Either side may have refused the other; a server handles nothing before the handshake is complete.
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED, url + ": expected a trusted connection, found " + e.getMessage(), e);
        } catch (HttpTimeoutException e) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT,
                    url + ": expected the whole response within " + within.toMillis() + " ms, found none",
                    e);
        } catch (IOException e) {
            throw lost(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    private ParleyException lost(IOException e) {
        return new ParleyException(
                ErrorCode.CONNECTION_LOST, url + ": expected a whole response, found " + Causes.text(e), e);
    }

    private static byte[] bytes(boolean zipped, Envelope envelope) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        if (!zipped) {
            envelope.write(bytes);
            return bytes.toByteArray();
        }
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            envelope.write(out);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }
}
