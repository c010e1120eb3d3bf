package io.parley.cxf.control;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares an endpoint for its first negotiation beside the application, and plays one through in memory. On a cold JVM
 * the first one is mostly loading classes, above all those of JAXB, and that must not be counted against its limit.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    static final String ADDRESS = "http://localhost/";

    private static final String NOBODY = "rehearsal";

    private Rehearsal() {}

    /**
     * Runs the preparation on the bus's work queue. What goes wrong there will go wrong again when it is needed, and is
     * told then.
     *
     * @return completes when it is over, however it ended
     */
    static CompletableFuture<Void> beside(Bus bus, Runnable preparation) {
        return beside(workQueue(bus), preparation);
    }

    /** Returns the work queue of the bus. */
    static Executor workQueue(Bus bus) {
        return bus.getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
    }

    /** The same, on other threads. */
    static CompletableFuture<Void> beside(Executor threads, Runnable preparation) {
        try {
            return CompletableFuture.runAsync(preparation, threads).exceptionally(why -> {
                LOG.debug("cannot prepare for negotiations beforehand", why);
                return null;
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("no worker to prepare for negotiations beforehand", e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** A whole negotiation with oneself. */
    static void play(Capabilities own, Limits limits) {
        ServiceAddress service = ServiceAddress.of(ADDRESS);
        if (!(Negotiator.offer(service, "", own, NOBODY) instanceof Outcome.Reached<Offer> made)) {
            return;
        }
        byte[] request = text(List.of(NegotiationXml.HEADER), writer -> NegotiationXml.write(made.value(), writer));
        SoapEnvelope read = SoapEnvelope.read(new ByteArrayInputStream(request), limits, Limit.NEGOTIATION_BYTES);
        Offer offer = NegotiationXml.readOffer(read.body(), limits);
        if (Negotiator.answer(offer, own, NOBODY) instanceof Outcome.Reached<Answer> reached) {
            Answer whole = reached.value().withToken(Token.of(new byte[Token.MIN_BYTES]));
            byte[] response = text(List.of(), writer -> NegotiationXml.write(whole, writer));
            Answer answer = OfferReply.read(HttpURLConnection.HTTP_OK, new ByteArrayInputStream(response), limits)
                    .answer();
            if (answer != null) {
                var unused = Negotiator.accept(offer, answer, own, service, AddressRule.ownHostOnly());
            }
        }
    }

    private static byte[] text(List<QName> headers, SoapEnvelope.BodyContent body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SoapEnvelope.write(bytes, SoapVersion.V1_1, headers, body);
        return bytes.toByteArray();
    }
}
