package io.parley.cxf.client;

import io.parley.ErrorCode;
import io.parley.MissingClass;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.bus.FailedChannels;
import io.parley.cxf.endpoint.EndpointChannel;
import io.parley.cxf.endpoint.EndpointChannels;
import io.parley.cxf.endpoint.NegotiationRequest;
import io.parley.cxf.endpoint.Transcript;
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
import io.parley.peer.ChannelRace;
import io.parley.peer.OfferReply;
import io.parley.peer.Probe;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.StaticHeader;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One negotiation of a client: offers, answers, and the session that opens first. Confined to one thread; always ends
 * its probe.
 */
final class Negotiation implements Runnable, ChannelRace.Entrant {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);

    private final Probe probe;
    private final ClientEndpoint client;
    private final NegotiationRequest request;
    private final EndpointSettings settings;
    private final Map<String, List<String>> headers;
    private boolean ended;

    Negotiation(
            Probe probe,
            ClientEndpoint client,
            NegotiationRequest request,
            EndpointSettings settings,
            Map<String, List<String>> headers) {
        this.probe = probe;
        this.client = client;
        this.request = request;
        this.settings = settings;
        this.headers = headers;
    }

    @Override
    public void run() {
        try {
            request.refusal().or(this::hindrance).ifPresentOrElse(this::refused, this::race);
        } catch (RuntimeException | LinkageError e) {
            undecided(
                    FallbackReason.MISCONFIGURED,
                    "the negotiation failed on this side: " + MissingClass.in(e).orElse(e.toString()));
        } finally {
            if (!ended) {
                probe.undecided(FallbackReason.UNDECIDED, "the negotiation was aborted");
            }
        }
    }

    /**
     * Returns the refusal if none of the configured channels can be used on this side and something missing is the
     * cause.
     */
    private Optional<Refusal> hindrance() {
        List<EndpointChannel> all = EndpointChannels.of(settings, request.carrier());
        List<String> causes =
                all.stream().flatMap(channel -> channel.hindrance().stream()).toList();
        return causes.isEmpty() || causes.size() < all.size()
                ? Optional.empty()
                : Optional.of(new Refusal(FallbackReason.NO_COMMON_TERM, String.join("; ", causes)));
    }

    private void race() {
        try {
            probe.mayTake(
                    client.runtime().negotiationTime(settings), client.runtime().limits());
            new ChannelRace(this, client.runtime().limits()).run(withinReach());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            undecided(FallbackReason.UNDECIDED, "the negotiating thread was interrupted");
        }
    }

    /** Returns the configured channels that did not fail for this service recently; all of them if each one failed. */
    private List<String> withinReach() {
        FailedChannels failedChannels = client.runtime().failedChannels();
        List<EndpointChannel> all = EndpointChannels.of(settings, request.carrier()).stream()
                .filter(channel -> channel.isOffered(request.isByProxy()))
                .toList();
        List<EndpointChannel> usable = all.stream()
                .filter(channel ->
                        !failedChannels.contains(request.address(), channel.name(), channel.pathKey(request)))
                .toList();
        return (usable.isEmpty() ? all : usable)
                .stream().map(EndpointChannel::name).toList();
    }

    @Override
    public ChannelRace.Entry offer(List<String> channels) {
        ServiceAddress service = request.service();
        Map<String, StaticHeader> named =
                settings.staticHeaders() ? client.runtime().sharedHeaders().likely(request.address()) : Map.of();
        Capabilities own = client.capabilities(
                settings,
                service,
                channels.stream().map(EndpointChannels::named).toList(),
                List.copyOf(named.keySet()));
        Outcome<Offer> offer = Negotiator.offer(
                service, request.endpointName(), own, UUID.randomUUID().toString());
        return offer.fold(
                made -> send(made, own, service, named),
                refusal -> ChannelRace.Entry.over(refusal.reason(), () -> refused(refusal)));
    }

    private ChannelRace.Entry send(
            Offer offer, Capabilities own, ServiceAddress service, Map<String, StaticHeader> named) {
        BusRuntime bus = client.runtime();
        Affinity affinity = Affinity.begin();
        ControlClient control = new ControlClient(request.with(affinity), own.limits(), bus.negotiationTime(settings));
        AtomicLong begin = new AtomicLong();
        OfferReply reply = OfferReply.whenPrepared(() -> {
            begin.set(System.nanoTime());
            return control.send(offer);
        });
        Duration took = Duration.ofNanos(System.nanoTime() - begin.get());
        if (reply.kind() != ReplyKind.TIMEOUT) {
            bus.negotiated();
        }
        Answer answer = reply.answer();
        String text = control.replyText();
        Dialogue dialogue = new Dialogue(
                control.offerText(),
                answer == null ? text : masked(text, answer.token().encoded()),
                reply.kind(),
                begin.get());
        if (answer == null) {
            Refusal refusal = reply.refusal();
            return ChannelRace.Entry.over(
                    refusal == null ? null : refusal.reason(), () -> end(dialogue, () -> reply.end(probe)));
        }
        NegotiationRequest there = request.carrier().namesHosts()
                ? request.with(
                        affinity.answered(answer.token().bytes(), URI.create(request.address()), control.setCookies()))
                : request;
        return Negotiator.accept(offer, answer, own, service, settings.addressRule())
                .fold(
                        agreement -> ChannelRace.Entry.of(
                                agreed(new Agreed(agreement, answer, named, there, dialogue), took)),
                        refusal -> ChannelRace.Entry.over(
                                refusal.reason(), () -> end(dialogue, () -> probe.refused(refusal))));
    }

    /**
     * Offer and reply of a negotiation.
     *
     * @param begin start time, as of {@link System#nanoTime}
     */
    private record Dialogue(String offer, String reply, ReplyKind kind, long begin) {
        Transcript ended() {
            return new Transcript(offer, reply, kind, Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /**
     * A successful answer to an offer.
     *
     * @param named header blocks that the offer named
     * @param there request to the node that answered
     */
    private record Agreed(
            Agreement agreement,
            Answer answer,
            Map<String, StaticHeader> named,
            NegotiationRequest there,
            Dialogue dialogue) {}

    private ChannelRace.Agreed agreed(Agreed agreed, Duration took) {
        Agreement agreement = agreed.agreement();
        EndpointChannel channel = EndpointChannels.named(agreement.channel());
        return new ChannelRace.Agreed(
                channel.name(),
                took,
                () -> channel.open(
                        client.runtime(),
                        agreed.there(),
                        agreement,
                        agreed.answer().token().bytes(),
                        client.numbering(agreement).terms(),
                        Negotiation::refuseMessages),
                conversation -> opened(agreed, conversation),
                (reason, why) -> end(agreed.dialogue(), () -> probe.failed(why)));
    }

    private void opened(Agreed agreed, Conversation conversation) {
        Agreement agreement = agreed.agreement();
        BusRuntime bus = client.runtime();
        bus.negotiated(conversation, headers);
        bus.sharedHeaders().begin(conversation, request.address(), agreed.named());
        if (!settings.staticHeaders() || agreement.reliability() == Reliability.DURABLE) {
            bus.sharedHeaders().of(conversation).sent().stop();
        }
        withinReach(agreement.channel());
        client.ledger().agreed(agreement);
        bus.schemaContexts().keep(client.model());
        end(agreed.dialogue(), () -> probe.agreed(conversation));
    }

    @Override
    public void withinReach(String channel) {
        client.runtime().failedChannels().remove(request.address(), channel, pathKey(channel));
        client.ledger().opened(channel);
    }

    @Override
    public void channelFailed(String channel, FallbackReason reason, String detail) {
        LOG.info(
                "{}: failed to open the channel {}, trying others: {} ({})",
                request.address(),
                channel,
                reason,
                detail);
        client.runtime().failedChannels().add(request.address(), channel, pathKey(channel), reason);
        client.ledger().channelFailed(channel, reason);
    }

    private Object pathKey(String channel) {
        return EndpointChannels.named(channel).pathKey(request);
    }

    /** Refuses a message that the peer sent unasked; a CXF client has no handler for it. */
    private static void refuseMessages(IncomingMessage message) {
        message.close();
        throw new ParleyException(ErrorCode.UNKNOWN_OPERATION, "this client accepts no unsolicited messages");
    }

    private void refused(Refusal refusal) {
        ended = true;
        probe.refused(refusal);
    }

    private void undecided(FallbackReason reason, String detail) {
        ended = true;
        probe.undecided(reason, detail);
    }

    /** Returns a text with the secret masked, of equal length. */
    private static String masked(String text, String secret) {
        return text.replace(secret, "*".repeat(secret.length()));
    }

    /** Ends the probe, after storing the transcript for those who wait for the end. */
    private void end(Dialogue dialogue, Runnable ending) {
        ended = true;
        client.ledger().negotiated(dialogue.ended());
        ending.run();
    }
}
