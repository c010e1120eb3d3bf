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

/** A negotiation of a client: offers, answers, and the session that opens first. Runs on one thread; ends its probe whatever happens. */
final class Negotiation implements Runnable, ChannelRace.Entrant {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);

    private final Probe probe;
    private final ClientEndpoint client;
    private final Errand errand;
    private final Settings settings;
    private final Map<String, List<String>> headers;
    private boolean ended;

    Negotiation(
            Probe probe, ClientEndpoint client, Errand errand, Settings settings, Map<String, List<String>> headers) {
        this.probe = probe;
        this.client = client;
        this.errand = errand;
        this.settings = settings;
        this.headers = headers;
    }

    @Override
    public void run() {
        try {
            errand.refusal().or(this::hindrance).ifPresentOrElse(this::refused, this::race);
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

    /** Returns those of the set channels that got through to this service when last tried; all, if none did. */
    private List<String> withinReach() {
        PassedOver passedOver = client.runtime().passedOver();
        List<EndpointChannel> all = EndpointChannels.of(settings, errand.carrier()).stream()
                .filter(channel -> channel.isOffered(errand.isByProxy()))
                .toList();
        List<EndpointChannel> left = all.stream()
                .filter(channel -> !passedOver.contains(errand.address(), channel.name(), channel.way(errand)))
                .toList();
        return (left.isEmpty() ? all : left).stream().map(EndpointChannel::name).toList();
    }

    @Override
    public ChannelRace.Entry offer(List<String> channels) {
        ServiceAddress service = errand.service();
        Map<String, StaticHeader> named =
                settings.staticHeaders() ? client.runtime().sharedHeaders().likely(errand.address()) : Map.of();
        Capabilities own = client.capabilities(
                settings,
                service,
                channels.stream().map(EndpointChannels::named).toList(),
                List.copyOf(named.keySet()));
        Outcome<Offer> offer = Negotiator.offer(
                service, errand.endpointName(), own, UUID.randomUUID().toString());
        return offer.fold(
                made -> send(made, own, service, named),
                refusal -> ChannelRace.Entry.over(refusal.reason(), () -> refused(refusal)));
    }

    private ChannelRace.Entry send(
            Offer offer, Capabilities own, ServiceAddress service, Map<String, StaticHeader> named) {
        BusRuntime bus = client.runtime();
        Affinity affinity = Affinity.begin();
        ControlClient control = new ControlClient(errand.with(affinity), own.limits(), bus.negotiationTime(settings));
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
        Talk talk = new Talk(
                control.offerText(),
                answer == null ? text : blanked(text, answer.token().encoded()),
                reply.kind(),
                begin.get());
        if (answer == null) {
            Refusal refusal = reply.refusal();
            return ChannelRace.Entry.over(
                    refusal == null ? null : refusal.reason(), () -> end(talk, () -> reply.end(probe)));
        }
        Errand there = errand.carrier().namesHosts()
                ? errand.with(
                        affinity.answered(answer.token().bytes(), URI.create(errand.address()), control.setCookies()))
                : errand;
        return Negotiator.accept(offer, answer, own, service, settings.addressRule())
                .fold(
                        agreement ->
                                ChannelRace.Entry.of(agreed(new Agreed(agreement, answer, named, there, talk), took)),
                        refusal -> ChannelRace.Entry.over(
                                refusal.reason(), () -> end(talk, () -> probe.refused(refusal))));
    }

    /**
     * Offer and reply.
     *
     * @param begin nanoseconds
     */
    private record Talk(String offer, String reply, ReplyKind kind, long begin) {
        Transcript ended() {
            return new Transcript(offer, reply, kind, Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /**
     * What an offer came to.
     *
     * @param named the header blocks that the offer named
     * @param there to the node that gave the answer
     */
    private record Agreed(
            Agreement agreement, Answer answer, Map<String, StaticHeader> named, Errand there, Talk talk) {}

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
                (reason, why) -> end(agreed.talk(), () -> probe.failed(why)));
    }

    private void opened(Agreed agreed, Conversation conversation) {
        Agreement agreement = agreed.agreement();
        BusRuntime bus = client.runtime();
        bus.negotiated(conversation, headers);
        bus.sharedHeaders().begin(conversation, errand.address(), agreed.named());
        if (!settings.staticHeaders() || agreement.reliability() == Reliability.DURABLE) {
            bus.sharedHeaders().of(conversation).sent().stop();
        }
        withinReach(agreement.channel());
        client.ledger().agreed(agreement);
        bus.schemaContexts().keep(client.model());
        end(agreed.talk(), () -> probe.agreed(conversation));
    }

    @Override
    public void withinReach(String channel) {
        client.runtime().passedOver().remove(errand.address(), channel, way(channel));
        client.ledger().opened(channel);
    }

    @Override
    public void passOver(String channel, FallbackReason reason, String detail) {
        LOG.info("{}: the channel {} is passed over: {} ({})", errand.address(), channel, reason, detail);
        client.runtime().passedOver().add(errand.address(), channel, way(channel), reason);
        client.ledger().passedOver(channel, reason);
    }

    private Object way(String channel) {
        return EndpointChannels.named(channel).way(errand);
    }

    /** A client of CXF has nobody to give a message to that it did not ask for. */
    private static void refuseMessages(IncomingMessage message) {
        message.close();
        throw new ParleyException(ErrorCode.UNKNOWN_OPERATION, "this client takes no messages by itself");
    }

    private void refused(Refusal refusal) {
        ended = true;
        probe.refused(refusal);
    }

    private void undecided(FallbackReason reason, String detail) {
        ended = true;
        probe.undecided(reason, detail);
    }

    /** The text as it may be kept: without the secret, as long as it was. */
    private static String blanked(String text, String secret) {
        return text.replace(secret, "*".repeat(secret.length()));
    }

    /** Ends the probe, with the transcript in place for those who wait for the end. */
    private void end(Talk talk, Runnable ending) {
        ended = true;
        client.ledger().negotiated(talk.ended());
        ending.run();
    }
}
