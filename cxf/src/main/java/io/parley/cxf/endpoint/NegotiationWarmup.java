package io.parley.cxf.endpoint;

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
 * Warms up an endpoint for its first negotiation in the background, by running one in memory. On a cold JVM most of the
 * first negotiation is class loading, above all of JAXB, which must not count against its time limit.
 */
public final class NegotiationWarmup {
    private static final Logger LOG = LoggerFactory.getLogger(NegotiationWarmup.class);
    public static final String ADDRESS = "http://localhost/";

    private static final String ID = "rehearsal";

    private NegotiationWarmup() {}

    /**
     * Runs a preparation on the bus's work queue. A failure is only logged at debug level, since it recurs and is
     * reported when the result is needed.
     *
     * @return completes when it is over, even if it failed
     */
    public static CompletableFuture<Void> inBackground(Bus bus, Runnable preparation) {
        return inBackground(workQueue(bus), preparation);
    }

    /** Returns the work queue of the bus. */
    public static Executor workQueue(Bus bus) {
        return bus.getExtension(WorkQueueManager.class).getAutomaticWorkQueue();
    }

    /** Runs a preparation on the given executor, see {@link #inBackground(Bus, Runnable)}. */
    public static CompletableFuture<Void> inBackground(Executor threads, Runnable preparation) {
        try {
            return CompletableFuture.runAsync(preparation, threads).exceptionally(why -> {
                LOG.debug("Failed to prepare for negotiations in advance", why);
                return null;
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("No worker thread to prepare for negotiations in advance", e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Runs a whole negotiation with these capabilities on both sides. */
    public static void run(Capabilities own, Limits limits) {
        ServiceAddress service = ServiceAddress.of(ADDRESS);
        if (!(Negotiator.offer(service, "", own, ID) instanceof Outcome.Reached<Offer> made)) {
            return;
        }
        byte[] request = text(List.of(NegotiationXml.HEADER), writer -> NegotiationXml.write(made.value(), writer));
        SoapEnvelope read = SoapEnvelope.read(new ByteArrayInputStream(request), limits, Limit.NEGOTIATION_BYTES);
        Offer offer = NegotiationXml.readOffer(read.body(), limits);
        if (Negotiator.answer(offer, own, ID) instanceof Outcome.Reached<Answer> reached) {
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
