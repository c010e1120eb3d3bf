package io.parley.transport.http.endpoint;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.runtime.PatientWork;
import io.parley.transport.http.Body;
import io.parley.transport.http.FramesSite;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Response;
import io.parley.transport.http.Site;
import io.parley.transport.http.WebSocketSite;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Site of one endpoint's URL: SOAP calls and offers, upgrades to WebSockets, posts of the http channel, and the WSDL.
 * Thread-safe.
 */
final class SoapSite implements Site {
    private static final int BAD = 400;
    private static final int UNAVAILABLE = 503;

    private final String path;
    private final Admission admission;
    private final SessionSites sessions;
    private final SoapService service;
    private final byte[] wsdl;
    private final Executor workers;
    /** True if only open sessions are served. */
    private volatile boolean stopping;

    /**
     * Sites at which sessions are opened.
     *
     * @param frames of the http channel
     * @param webSockets null for none
     */
    record SessionSites(FramesSite frames, @Nullable WebSocketSite webSockets) {}

    /**
     * Creates the site of an endpoint.
     *
     * @param wsdl the document
     * @param workers run calls
     */
    SoapSite(
            String path,
            Admission admission,
            SessionSites sessions,
            SoapService service,
            String wsdl,
            Executor workers) {
        this.path = path;
        this.admission = admission;
        this.sessions = sessions;
        this.service = service;
        this.wsdl = wsdl.getBytes(StandardCharsets.UTF_8);
        this.workers = workers;
    }

    /** Refuses calls and offers from now on; posts of sessions are still handled. */
    void stop() {
        stopping = true;
    }

    /** {@inheritDoc} The path is compared as sent: no other spelling of it matches. */
    @Override
    public Handling on(RequestHead head) throws HttpRefusal {
        if (!head.path().equals(path)) {
            throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected the path of an endpoint, found another");
        }
        if (head.all("Authorization").size() > 1) {
            throw new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected one header Authorization, found several");
        }
        String authorization = head.header("Authorization");
        Optional<String> principal = admission.admit(authorization == null ? "" : authorization);
        if (principal.isEmpty()) {
            return new Now(new Response(401, Map.of("WWW-Authenticate", "Basic realm=\"parley\""), Body.empty()));
        }
        WebSocketSite webSockets = sessions.webSockets();
        if (webSockets != null && WebSocketSite.isUpgrade(head)) {
            return webSockets.on(head, principal.get());
        }
        if (stopping && !FramesSite.isPost(head)) {
            throw new HttpRefusal(UNAVAILABLE, ErrorCode.NOT_DISPATCHED, "the endpoint stops; the call was not made");
        }
        if (head.method().equals("GET") && head.query().equalsIgnoreCase("wsdl")) {
            return new Now(new Response(
                    200, Map.of("Content-Type", "text/xml; charset=UTF-8"), Body.of(Unpooled.wrappedBuffer(wsdl))));
        }
        if (!head.method().equals("POST")) {
            throw new HttpRefusal(405, ErrorCode.PROTOCOL, "expected POST, or GET with the query wsdl");
        }
        return FramesSite.isPost(head) ? sessions.frames().on(head, principal.get()) : soap(head, principal.get());
    }

    private Handling soap(RequestHead head, String principal) throws HttpRefusal {
        SoapRequest.Form form = SoapRequest.Form.of(head);
        return new Whole(service.mostBytes(), (body, to) -> {
            SoapRequest request = new SoapRequest(form, principal, head.isSecure(), body);
            Runnable refused = () -> {
                body.close();
                to.answer(SoapService.fault(form.version(), busy()));
            };
            try {
                workers.execute(new PatientWork(() -> to.answer(service.answer(request)), refused));
            } catch (RejectedExecutionException e) {
                refused.run();
            }
        });
    }

    private static ParleyException busy() {
        return new ParleyException(
                ErrorCode.NOT_DISPATCHED,
                "http: all workers are busy; the settings are " + Limit.THREADS.setting() + ", "
                        + Limit.QUEUED.setting() + " and " + Limit.QUEUE_MILLIS.setting());
    }
}
