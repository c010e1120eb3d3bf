package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.MissingClass;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.OfferReply;
import io.parley.peer.Probe;
import io.parley.peer.Reach;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.StaticHeader;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A negotiation of a client: offer, answer, session. Runs on one thread; ends its probe whatever happens. */
final class Negotiation implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);

    private final Probe probe;
    private final ClientEndpoint client;
    private final Errand errand;
    /** To the node that gave the answer. */
    private Errand there;

    private final Settings settings;
    private final Map<String, List<String>> headers;
    /** The header blocks that the offer names. */
    private Map<String, StaticHeader> named = Map.of();

    private long startNanos;
    private Duration offerTook = Duration.ZERO;
    private String offerText = "";
    private String replyText = "";
    private ReplyKind replyKind = ReplyKind.TRANSPORT_ERROR;
    private boolean ended;

    Negotiation(
            Probe probe, ClientEndpoint client, Errand errand, Settings settings, Map<String, List<String>> headers) {
        this.probe = probe;
        this.client = client;
        this.errand = errand;
        this.there = errand;
        this.settings = settings;
        this.headers = headers;
    }

    @Override
    public void run() {
        try {
            errand.refusal().or(this::hindrance).ifPresentOrElse(this::refused, () -> negotiate(withinReach()));
        } catch (RuntimeException | LinkageError e) {
            undecided(
                    FallbackReason.UNDECIDED,
                    "the negotiation failed on this side: " + MissingClass.in(e).orElse(e.toString()));
        } finally {
            if (!ended) {
                probe.undecided(FallbackReason.UNDECIDED, "the negotiation was given up");
            }
        }
    }

    /** Returns why none of the set channels works on this side, if something that is missing is the cause. */
    private Optional<Refusal> hindrance() {
        List<EndpointChannel> all = EndpointChannels.of(settings, errand.carrier());
        List<String> causes =
                all.stream().flatMap(channel -> channel.hindrance().stream()).toList();
        return causes.isEmpty() || causes.size() < all.size()
                ? Optional.empty()
                : Optional.of(new Refusal(FallbackReason.NO_COMMON_TERM, String.join("; ", causes)));
    }

    /** Returns those of the set channels that got through to this service when last tried; all, if none did. */
    private List<EndpointChannel> withinReach() {
        PassedOver passedOver = client.runtime().passedOver();
        List<EndpointChannel> all = EndpointChannels.of(settings, errand.carrier()).stream()
                .filter(channel -> channel.isOffered(errand.isByProxy()))
                .toList();
        List<EndpointChannel> left = all.stream()
                .filter(channel -> !passedOver.contains(errand.address(), channel.name(), channel.way(errand)))
                .toList();
        return left.isEmpty() ? all : left;
    }

    private void negotiate(List<EndpointChannel> channels) {
        ServiceAddress service = errand.service();
        named = settings.staticHeaders() ? client.runtime().sharedHeaders().likely(errand.address()) : Map.of();
        Capabilities own = client.capabilities(settings, service, channels, List.copyOf(named.keySet()));
        Outcome<Offer> offer = Negotiator.offer(
                service, errand.endpointName(), own, UUID.randomUUID().toString());
        if (offer instanceof Outcome.Reached<Offer> reached) {
            send(reached.value(), own, service, channels);
        } else if (offer instanceof Outcome.Refused<Offer> refused) {
            refused(refused.refusal());
        }
    }

    private void send(Offer offer, Capabilities own, ServiceAddress service, List<EndpointChannel> channels) {
        BusRuntime bus = client.runtime();
        Affinity affinity = Affinity.begin();
        ControlClient control =
                new ControlClient(errand.with(affinity), settings.limits(), bus.negotiationTime(settings));
        OfferReply reply = OfferReply.whenPrepared(() -> {
            startNanos = System.nanoTime();
            return control.send(offer);
        });
        offerTook = Duration.ofNanos(System.nanoTime() - startNanos);
        offerText = control.offerText();
        replyText = control.replyText();
        replyKind = reply.kind();
        if (replyKind != ReplyKind.TIMEOUT) {
            bus.negotiated();
        }
        Answer answer = reply.answer();
        if (answer == null) {
            end(() -> reply.end(probe));
        } else {
            replyText = blanked(replyText, answer.token().encoded());
            if (errand.carrier().namesHosts()) {
                URI url = URI.create(errand.address());
                there = errand.with(affinity.answered(answer.token().bytes(), url, control.setCookies()));
            }
            accept(offer, answer, own, service, channels);
        }
    }

    private void accept(
            Offer offer, Answer answer, Capabilities own, ServiceAddress service, List<EndpointChannel> channels) {
        Outcome<Agreement> accepted = Negotiator.accept(offer, answer, own, service, settings.addressRule());
        if (accepted instanceof Outcome.Reached<Agreement> reached) {
            open(reached.value(), answer.token().bytes(), channels);
        } else if (accepted instanceof Outcome.Refused<Agreement> refused) {
            refused(refused.refusal());
        }
    }

    private void open(Agreement agreement, byte[] token, List<EndpointChannel> channels) {
        byte[] terms = client.numbering(agreement).terms();
        BusRuntime bus = client.runtime();
        EndpointChannel channel = EndpointChannels.named(agreement.channel());
        Object way = channel.way(errand);
        var opening = channel.open(bus, there, agreement, token, terms, Negotiation::refuseMessages)
                .toCompletableFuture();
        Duration within = Reach.within(offerTook, others(agreement, channels).isEmpty());
        try {
            Conversation conversation = opening.get(within.toMillis(), TimeUnit.MILLISECONDS);
            bus.negotiated(conversation, headers);
            bus.sharedHeaders().begin(conversation, errand.address(), named);
            if (!settings.staticHeaders() || agreement.reliability() == Reliability.DURABLE) {
                bus.sharedHeaders().of(conversation).sent().stop();
            }
            bus.passedOver().remove(errand.address(), agreement.channel(), way);
            client.ledger().opened(agreement.channel());
            client.ledger().agreed(agreement);
            bus.schemaContexts().keep(client.model());
            end(() -> probe.agreed(conversation));
        } catch (ExecutionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            FallbackReason reason =
                    why instanceof ParleyException coded ? FallbackReason.of(coded.code()) : FallbackReason.UNDECIDED;
            notOpened(agreement, reason, String.valueOf(why.getMessage()), channels, () -> probe.failed(why));
        } catch (TimeoutException e) {
            var unused = opening.thenAccept(slow -> {
                bus.passedOver().remove(errand.address(), agreement.channel(), way);
                slow.close(ErrorCode.CLOSED, "opened too late");
            });
            String late = "the session was not opened within " + within.toMillis() + " ms";
            FallbackReason reason = FallbackReason.CONNECT_TIMEOUT;
            notOpened(agreement, reason, late, channels, () -> probe.undecided(reason, late));
        } catch (InterruptedException e) {
            opening.cancel(false);
            Thread.currentThread().interrupt();
            undecided(FallbackReason.UNDECIDED, "the negotiating thread was interrupted");
        }
    }

    /**
     * Handles a session that was not opened: nothing was sent on it yet, so the next channel may be tried, and is
     * preferred for some time.
     */
    private void notOpened(
            Agreement agreement,
            FallbackReason reason,
            String detail,
            List<EndpointChannel> channels,
            Runnable otherwise) {
        List<EndpointChannel> left = others(agreement, channels);
        if (left.isEmpty() || left.size() == channels.size() || !Reach.fails(reason)) {
            end(otherwise);
            return;
        }
        LOG.info(
                "{}: the channel {} is passed over for {}: {} ({})",
                errand.address(),
                agreement.channel(),
                left.get(0).name(),
                reason,
                detail);
        Object way = EndpointChannels.named(agreement.channel()).way(errand);
        client.runtime().passedOver().add(errand.address(), agreement.channel(), way, reason);
        client.ledger().passedOver(agreement.channel(), reason);
        negotiate(left);
    }

    private static List<EndpointChannel> others(Agreement agreement, List<EndpointChannel> channels) {
        return channels.stream()
                .filter(channel -> !channel.name().equals(agreement.channel()))
                .toList();
    }

    /** A client of CXF has nobody to give a message to that it did not ask for. */
    private static void refuseMessages(IncomingMessage message) {
        message.close();
        throw new ParleyException(ErrorCode.UNKNOWN_OPERATION, "this client takes no messages by itself");
    }

    private void refused(Refusal refusal) {
        end(() -> probe.refused(refusal));
    }

    private void undecided(FallbackReason reason, String detail) {
        end(() -> probe.undecided(reason, detail));
    }

    /** The text as it may be kept: without the secret, as long as it was. */
    private static String blanked(String text, String secret) {
        return text.replace(secret, "*".repeat(secret.length()));
    }

    /** Ends the probe, with the transcript in place for those who wait for the end. */
    private void end(Runnable ending) {
        ended = true;
        if (startNanos != 0) {
            Duration time = Duration.ofNanos(System.nanoTime() - startNanos);
            client.ledger().negotiated(new Transcript(offerText, replyText, replyKind, time));
        }
        ending.run();
    }
}
