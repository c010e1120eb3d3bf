package io.parley.conformance;

import io.parley.conformance.jms.QueueListener;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A client under test. This side is the service that it calls, at a new address for each case, and requests each call.
 * Thread-safe.
 */
public final class Clients implements AutoCloseable {
    /** Makes one call with a new client. */
    public interface Caller {
        /**
         * Calls any operation of the service at an address once; its outcome does not matter, and exceptions are
         * ignored.
         *
         * @param url an http or https URL, or {@code jms:queue:NAME} with the name as it is
         */
        void call(URI url) throws Exception;
    }

    private final Site site;
    private final Caller caller;
    private @Nullable Visit usual;

    private Clients(Site site, Caller caller) {
        this.site = site;
        this.caller = caller;
    }

    /**
     * Listens at HTTP URLs.
     *
     * @param port 0 for any
     * @param wsdl served to requests for it, with the address in place of {@code ⟨url⟩}; may be empty
     * @param caller makes the calls
     */
    public static Clients listen(int port, String wsdl, Caller caller) throws IOException {
        return new Clients(WebSite.listen(port, wsdl, null), caller);
    }

    /**
     * Listens at HTTPS URLs, and for streams over TLS.
     *
     * @param port 0 for any
     * @param wsdl served to requests for it, with the address in place of {@code ⟨url⟩}; may be empty
     * @param certificate of both, which clients must trust at the URL
     * @param caller makes the calls
     */
    public static Clients listenByTls(int port, String wsdl, ShownCertificate certificate, Caller caller)
            throws IOException {
        return new Clients(WebSite.listen(port, wsdl, certificate), caller);
    }

    /**
     * Receives from queues of a broker, and from the queues of listeners that belong to them.
     *
     * @param broker provides connections that need no further settings
     * @param caller makes the calls, through the same broker
     */
    public static Clients atBroker(ConnectionFactory broker, Caller caller) {
        return new Clients(new QueueSite(broker), caller);
    }

    /**
     * Listens where a service on another queue would.
     *
     * @throws NotApplicable if clients call no queues
     */
    QueueListener listenElsewhere(String name) throws IOException {
        return site.listenElsewhere(name);
    }

    /** Returns whether clients call an HTTPS URL and therefore stream over TLS. */
    boolean isProtected() {
        return site.isProtected();
    }

    /** Starts a call by a new client whose offer is answered by {@code reply}. */
    Visit visit(Reply reply) throws IOException {
        return begun(site.visit("", reply));
    }

    /**
     * Starts a call by a new client to a queue. Cases of queues start their calls here: one that is not applicable must
     * not make a client call in vain.
     *
     * @param suffix end of the queue's name
     * @throws NotApplicable if clients call no queues
     */
    Visit visitQueue(String suffix, Reply reply) throws IOException {
        if (!site.hasQueues()) {
            throw new NotApplicable("the client calls no queue");
        }
        return begun(site.visit(suffix, reply));
    }

    private Visit begun(Visit visit) {
        visit.begin(() -> caller.call(visit.url()));
        return visit;
    }

    /**
     * Starts a call by a new client whose offer is answered with a channel at the service's URL.
     *
     * @throws NotApplicable if the client does not offer the channel
     */
    Visit visitBy(String channel) throws IOException {
        if (site.hasQueues()) {
            throw new NotApplicable("the client calls a queue");
        }
        Visit visit = visit(Reply.answering(answer -> AnswerCases.with("channel", channel)
                .apply(answer)
                .replaceAll("<p:address [^>]*>|<p:certificate>.*?</p:certificate>", "")));
        if (!visit.offer().texts("channel").contains(channel)) {
            visit.close();
            throw new NotApplicable("the client does not offer " + channel);
        }
        return visit;
    }

    /**
     * Returns the visit whose session was opened and whose request arrived, for cases that examine what the client
     * sent; made once.
     */
    synchronized Visit usual() throws IOException {
        if (usual == null) {
            usual = visit(Reply.USUAL);
            try (Session session = usual.open()) {
                usual.takeRequest(session);
            }
        }
        return usual;
    }

    /** Returns a session with a client whose request has arrived. */
    Session opened() throws IOException {
        Visit visit = visit(Reply.USUAL);
        Session session = visit.open();
        visit.takeRequest(session);
        return session;
    }

    @Override
    public void close() throws IOException {
        site.close();
    }
}
