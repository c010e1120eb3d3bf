package io.parley.transport.http.endpoint;

import io.parley.Limits;
import io.parley.channel.http.Affinity;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.ChannelRace;
import io.parley.peer.OfferReply;
import io.parley.peer.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Negotiation by a client: offer, answer, session. Runs on one thread; always ends its probe.
 *
 * @param channels in order of preference
 * @param within timeout of the response to the offer
 */
record Negotiation(
        Probe probe, AgreedSessions sessions, List<String> channels, FailedChannels failedChannels, Duration within)
        implements ChannelRace.Entrant {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);

    void run() {
        try {
            List<String> within = channels.stream()
                    .filter(name -> !failedChannels.contains(name))
                    .toList();
            Limits limits = sessions.terms().limits();
            probe.mayTake(this.within, limits);
            new ChannelRace(this, limits).run(within.isEmpty() ? channels : within);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            probe.undecided(FallbackReason.UNDECIDED, "the negotiating thread was interrupted");
        } catch (RuntimeException e) {
            probe.undecided(FallbackReason.UNDECIDED, "the negotiation failed on this side: " + e);
        }
    }

    @Override
    public ChannelRace.Entry offer(List<String> wanted) {
        Terms terms = sessions.terms();
        ServiceAddress service = ServiceAddress.of(sessions.url().toString());
        ChannelSecurity security = service.secure() ? ChannelSecurity.TLS : ChannelSecurity.NONE;
        Capabilities.Builder building = terms.capabilities();
        for (String name : wanted) {
            ChannelSecurity its = sessions.runtime().mustProtect(name) ? ChannelSecurity.TLS : security;
            building.channel(new ChannelTerm(name, its, List.of(), ""));
        }
        Capabilities own = building.build();
        return Negotiator.offer(
                        service, terms.endpoint(), own, UUID.randomUUID().toString())
                .fold(offer -> send(offer, own, service), this::refused);
    }

    private ChannelRace.Entry refused(Refusal refusal) {
        return ChannelRace.Entry.over(refusal.reason(), () -> probe.refused(refusal));
    }

    private ChannelRace.Entry send(Offer offer, Capabilities own, ServiceAddress service) {
        AtomicLong begin = new AtomicLong();
        Affinity affinity = Affinity.begin();
        SoapCalls soap = sessions.soap();
        SoapCalls offering = soap.with(affinity.with(soap.headers()));
        List<String> setCookies = new ArrayList<>();
        OfferReply reply = OfferReply.whenPrepared(() -> {
            begin.set(System.nanoTime());
            SoapCalls.Replied replied = offering.offer(offer, within);
            setCookies.clear(); // only the cookies of the last answer count
            setCookies.addAll(replied.setCookies());
            return replied.reply();
        });
        Duration took = Duration.ofNanos(System.nanoTime() - begin.get());
        Answer answer = reply.answer();
        if (answer == null) {
            LOG.info("{}: no session: {}, {}", soap.url(), reply.kind(), reply.detail());
            Refusal refusal = reply.refusal();
            return ChannelRace.Entry.over(refusal == null ? null : refusal.reason(), () -> reply.end(probe));
        }
        Affinity known = affinity.answered(answer.token().bytes(), soap.url(), setCookies);
        return Negotiator.accept(offer, answer, own, service, AddressRule.ownHostOnly())
                .fold(agreement -> ChannelRace.Entry.of(agreed(agreement, answer, known, took)), this::refused);
    }

    private ChannelRace.Agreed agreed(Agreement agreement, Answer answer, Affinity affinity, Duration took) {
        return new ChannelRace.Agreed(
                agreement.channel(),
                took,
                () -> sessions.open(agreement, answer, affinity),
                conversation -> {
                    failedChannels.remove(agreement.channel());
                    probe.agreed(conversation);
                },
                (reason, why) -> probe.undecided(reason, String.valueOf(why.getMessage())));
    }

    @Override
    public void channelFailed(String channel, FallbackReason reason, String detail) {
        LOG.info("{}: skipping the channel {}: {} ({})", sessions.url(), channel, reason, detail);
        failedChannels.add(channel, reason);
    }

    @Override
    public void withinReach(String channel) {
        failedChannels.remove(channel);
    }
}
