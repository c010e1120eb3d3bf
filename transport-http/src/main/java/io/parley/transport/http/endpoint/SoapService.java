package io.parley.transport.http.endpoint;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.endpoint.negotiated.SoapReply;
import io.parley.endpoint.negotiated.SoapRequests;
import io.parley.runtime.ObjectReservation;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Answers SOAP calls and offers for an endpoint. Thread-safe. */
final class SoapService {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD = 400;
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = 500;

    private final Limits limits;
    private final BodyMemory memory;
    private final Supplier<ObjectReservation> objects;
    private final SoapRequests requests;

    SoapService(Limits limits, BodyMemory memory, Supplier<ObjectReservation> objects, SoapRequests requests) {
        this.limits = limits;
        this.memory = memory;
        this.objects = objects;
        this.requests = requests;
    }

    /** Returns the maximum length of a request, compressed or not. */
    long mostBytes() {
        return limits.get(Limit.MESSAGE_BYTES);
    }

    /** Answers a request and closes its body. Blocks while the handler does. */
    Response answer(SoapRequest request) {
        SoapVersion version = request.form().version();
        try (ObjectReservation held = objects.get();
                Body body = request.body();
                InputStream in =
                        request.form().zipped() ? memory.counting(new GZIPInputStream(body.input())) : body.input()) {
            SoapEnvelope envelope = request.form().type().soap().envelope(in, limits, held);
            version = envelope.version();
            return answer(request, envelope);
        } catch (IOException e) {
            return fault(
                    version,
                    new ParleyException(
                            ErrorCode.MALFORMED_MESSAGE, "http body: expected gzip, found another form", e));
        } catch (RuntimeException e) {
            return fault(version, SoapRequests.coded(e));
        }
    }

    private Response answer(SoapRequest request, SoapEnvelope envelope) {
        SoapRequests.Origin origin =
                new SoapRequests.Origin(request.form().type().action(), request.principal(), request.secure(), false);
        SoapReply reply = requests.handle(envelope, origin, request.body()::close);
        SoapVersion version = envelope.version();
        if (reply instanceof SoapReply.Refused refused) {
            return fault(version, refused.fault());
        }
        if (reply instanceof SoapReply.Negotiated negotiated) {
            Response answer = response(OK, version, false, negotiated.envelope());
            return negotiated
                    .answer()
                    .map(agreed -> answer.with(
                            Affinity.NODE_HEADER, Affinity.node(agreed.token().bytes())))
                    .orElse(answer);
        }
        return reply instanceof SoapReply.Handled handled
                ? response(
                        handled.isFault() ? FAILED : OK, version, request.form().zip(), handled.envelope())
                : Response.empty(ACCEPTED);
    }

    /** Returns a response with the fault for an error. */
    static Response fault(SoapVersion version, ParleyException error) {
        return fault(version, SoapFault.of(error));
    }

    private static Response fault(SoapVersion version, SoapFault fault) {
        boolean retry = fault.code()
                .filter(code -> code == ErrorCode.BUDGET || code == ErrorCode.NOT_DISPATCHED)
                .isPresent();
        boolean sender = version == SoapVersion.V1_2 && fault.cause() == SoapFault.Cause.SENDER;
        int status = retry ? UNAVAILABLE : sender ? BAD : FAILED;
        // Not counted as held memory: it is short, and must be sent even when memory is short.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        fault.write(bytes, version);
        return new Response(
                status,
                Map.of("Content-Type", version.contentType()),
                Body.of(Unpooled.wrappedBuffer(bytes.toByteArray())));
    }

    private Response response(int status, SoapVersion version, boolean zip, SoapReply.Envelope envelope) {
        Body body = memory.newBody(limits);
        boolean written = false;
        try (OutputStream plain = body.output();
                OutputStream out = zip ? new GZIPOutputStream(plain) : plain) {
            envelope.write(out);
            written = true;
        } catch (IOException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "cannot write a response", e);
        } finally {
            if (!written) {
                body.close();
            }
        }
        Map<String, String> headers = zip
                ? Map.of("Content-Type", version.contentType(), "Content-Encoding", "gzip")
                : Map.of("Content-Type", version.contentType());
        return new Response(status, headers, body);
    }
}
