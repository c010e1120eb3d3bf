package io.parley.endpoint.negotiated;

import io.parley.Limits;
import io.parley.endpoint.OfferExchange;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Refusal;
import io.parley.peer.ChannelRace;
import io.parley.peer.OfferReply;
import io.parley.peer.Probe;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Negotiation by a client: offer, answer, session. Runs on one thread; always ends its probe.
 *
 * @param channels in order of preference
 * @param how timeout and observer of the offers
 */
record Negotiation(
        Probe probe,
        NegotiatedService service,
        EndpointTerms terms,
        List<String> channels,
        FailedChannels failedChannels,
        Offering how)
        implements ChannelRace.Entrant {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);

    /**
     * Timeout and observer of the offers.
     *
     * @param within timeout of the response to an offer
     * @param decided receives the offer that decided and its reply, before the probe ends
     */
    record Offering(Duration within, Consumer<OfferExchange> decided) {}

    void run() {
        try {
            List<String> within = channels.stream()
                    .filter(name -> !failedChannels.contains(name))
                    .toList();
            Limits limits = terms.limits();
            probe.mayTake(how.within(), limits);
            new ChannelRace(this, limits).run(within.isEmpty() ? channels : within);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            probe.undecided(FallbackReason.UNDECIDED, "the negotiating thread was interrupted");
        } catch (RuntimeException e) {
            probe.undecided(FallbackReason.MISCONFIGURED, "the negotiation failed on this side: " + e);
        }
    }

    @Override
    public ChannelRace.Entry offer(List<String> wanted) {
        Capabilities.Builder building = terms.capabilities();
        for (String name : wanted) {
            building.channel(new ChannelTerm(name, service.security(name), List.of(), ""));
        }
        Capabilities own = building.build();
        return Negotiator.offer(
                        service.address(),
                        terms.endpoint(),
                        own,
                        UUID.randomUUID().toString())
                .fold(offer -> send(offer, own), this::refused);
    }

    private ChannelRace.Entry refused(Refusal refusal) {
        return ChannelRace.Entry.over(refusal.reason(), () -> probe.refused(refusal));
    }

    private ChannelRace.Entry send(Offer offer, Capabilities own) {
        AtomicLong begin = new AtomicLong();
        NegotiatedService.Attempt attempt = service.begin();
        AtomicReference<@Nullable OfferExchange> sent = new AtomicReference<>();
        OfferReply reply = OfferReply.whenPrepared(() -> {
            begin.set(System.nanoTime());
            NegotiatedService.Replied replied = attempt.offer(offer, how.within());
            sent.set(replied.exchange());
            return replied.reply();
        });
        OfferExchange exchange = Objects.requireNonNull(sent.get(), "no offer was sent");
        Duration took = Duration.ofNanos(System.nanoTime() - begin.get());
        Answer answer = reply.answer();
        if (answer == null) {
            LOG.info("{}: no session: {}, {}", service.name(), reply.kind(), reply.detail());
            Refusal refusal = reply.refusal();
            return ChannelRace.Entry.over(refusal == null ? null : refusal.reason(), () -> {
                how.decided().accept(exchange);
                reply.end(probe);
            });
        }
        return Negotiator.accept(offer, answer, own, service.address(), AddressRule.ownHostOnly())
                .fold(
                        agreement -> ChannelRace.Entry.of(
                                agreed(agreement, took, () -> attempt.open(agreement, answer), exchange)),
                        refusal -> ChannelRace.Entry.over(refusal.reason(), () -> {
                            how.decided().accept(exchange);
                            probe.refused(refusal);
                        }));
    }

    private ChannelRace.Agreed agreed(
            Agreement agreement,
            Duration took,
            Supplier<CompletionStage<Conversation>> opening,
            OfferExchange exchange) {
        return new ChannelRace.Agreed(
                agreement.channel(),
                took,
                opening,
                conversation -> {
                    failedChannels.remove(agreement.channel());
                    how.decided().accept(exchange);
                    probe.agreed(conversation);
                },
                (reason, why) -> {
                    how.decided().accept(exchange);
                    probe.failed(why);
                });
    }

    @Override
    public void channelFailed(String channel, FallbackReason reason, String detail) {
        LOG.info("{}: skipping the channel {}: {} ({})", service.name(), channel, reason, detail);
        failedChannels.add(channel, reason);
    }

    @Override
    public void withinReach(String channel) {
        failedChannels.remove(channel);
    }
}
