package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.http.Affinity;
import io.parley.channel.http.Posting;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Handlers;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.OfferReply;
import io.parley.peer.Probe;
import io.parley.peer.Reach;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.http.ClientPosts;
import io.parley.transport.http.WebSocketConnector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A negotiation of a client: offer, answer, session. Runs on one thread; ends its probe whatever happens.
 *
 * @param channels in the order in which they are wanted
 */
record Negotiation(
        Probe probe,
        ParleyRuntime runtime,
        SoapCalls soap,
        Terms terms,
        List<String> channels,
        Handlers handlers,
        PassedOver passedOver,
        KeepAlive webSocketKeepAlive,
        Duration within) {
    private static final Logger LOG = LoggerFactory.getLogger(Negotiation.class);
    private static final Duration FIRST_POST = Duration.ofSeconds(4);

    void run() {
        try {
            List<String> within =
                    channels.stream().filter(name -> !passedOver.contains(name)).toList();
            negotiate(within.isEmpty() ? channels : within);
        } catch (RuntimeException e) {
            probe.undecided(FallbackReason.UNDECIDED, "the negotiation failed on this side: " + e);
        }
    }

    private void negotiate(List<String> wanted) {
        ServiceAddress service = ServiceAddress.of(soap.url().toString());
        ChannelSecurity security = service.secure() ? ChannelSecurity.TLS : ChannelSecurity.NONE;
        Capabilities.Builder building = terms.capabilities();
        for (String name : wanted) {
            ChannelSecurity its = runtime.mustProtect(name) ? ChannelSecurity.TLS : security;
            building.channel(new ChannelTerm(name, its, List.of(), ""));
        }
        Capabilities own = building.build();
        Outcome<Offer> made = Negotiator.offer(
                service, terms.endpoint(), own, UUID.randomUUID().toString());
        if (made instanceof Outcome.Refused<Offer> refused) {
            probe.refused(refused.refusal());
        } else if (made instanceof Outcome.Reached<Offer> reached) {
            AtomicLong begin = new AtomicLong();
            Affinity affinity = Affinity.begin();
            SoapCalls offering = soap.with(affinity.with(soap.headers()));
            List<String> setCookies = new ArrayList<>();
            OfferReply reply = OfferReply.whenPrepared(() -> {
                begin.set(System.nanoTime());
                SoapCalls.Replied replied = offering.offer(reached.value(), within);
                setCookies.clear(); // they are those of the answer alone
                setCookies.addAll(replied.setCookies());
                return replied.reply();
            });
            Duration took = Duration.ofNanos(System.nanoTime() - begin.get());
            Answer answer = reply.answer();
            if (answer == null) {
                LOG.info("{}: no session: {}, {}", soap.url(), reply.kind(), reply.detail());
                reply.end(probe);
            } else {
                Affinity known = affinity.answered(answer.token().bytes(), soap.url(), setCookies);
                accept(reached.value(), new Answered(answer, known, took), own, service, wanted);
            }
        }
    }

    /**
     * An answer, and how it came.
     *
     * @param took from the offer on
     */
    private record Answered(Answer answer, Affinity affinity, Duration took) {}

    private void accept(Offer offer, Answered came, Capabilities own, ServiceAddress service, List<String> wanted) {
        Outcome<Agreement> accepted = Negotiator.accept(offer, came.answer(), own, service, AddressRule.ownHostOnly());
        if (accepted instanceof Outcome.Refused<Agreement> refused) {
            probe.refused(refused.refusal());
        } else if (accepted instanceof Outcome.Reached<Agreement> reached) {
            open(reached.value(), came, wanted);
        }
    }

    private void open(Agreement agreement, Answered came, List<String> wanted) {
        var opening = opening(agreement, came).toCompletableFuture();
        Duration limit =
                Reach.within(came.took(), others(agreement.channel(), wanted).isEmpty());
        try {
            Conversation conversation = opening.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            passedOver.remove(agreement.channel());
            probe.agreed(conversation);
        } catch (ExecutionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            FallbackReason reason =
                    why instanceof ParleyException coded ? FallbackReason.of(coded.code()) : FallbackReason.UNDECIDED;
            notOpened(agreement.channel(), reason, String.valueOf(why.getMessage()), wanted);
        } catch (TimeoutException e) {
            var unused = opening.thenAccept(late -> {
                passedOver.remove(agreement.channel());
                late.close(ErrorCode.CLOSED, "opened too late");
            });
            notOpened(agreement.channel(), FallbackReason.CONNECT_TIMEOUT, "no session in time", wanted);
        } catch (InterruptedException e) {
            opening.cancel(false);
            Thread.currentThread().interrupt();
            probe.undecided(FallbackReason.UNDECIDED, "the negotiating thread was interrupted");
        }
    }

    private CompletionStage<Conversation> opening(Agreement agreement, Answered came) {
        byte[] token = came.answer().token().bytes();
        byte[] alike = PartNumbering.opening(agreement.data(), terms.contract().description())
                .terms();
        Handlers own = handlers.negotiated(agreement.data(), soap.version());
        return Terms.isAtUrl(agreement.channel())
                ? runtime.open(agreement, token, alike, own, atUrl(agreement, token, came.affinity()))
                : runtime.open(agreement, token, alike, own);
    }

    private Connector atUrl(Agreement agreement, byte[] token, Affinity affinity) {
        Map<String, String> headers = affinity.with(soap.headers());
        if (agreement.channel().equals(WebSocket.CHANNEL)) {
            return new WebSocketConnector(
                    soap.client(),
                    soap.url(),
                    headers,
                    SessionUpgrades.opening(
                            token, agreement.digest().bytes(), agreement.reliability() == Reliability.DURABLE),
                    webSocketKeepAlive);
        }
        return (ChannelSettings settings, ConnectionHandler link) -> ClientPosts.by(
                        soap.client(), soap.url(), headers, settings.within(FIRST_POST))
                .thenCompose(poster -> Posting.connect(
                        poster, soap.url().toString(), agreement.security() == ChannelSecurity.TLS, FIRST_POST, link));
    }

    /** Handles a session that was not opened: nothing was sent on it yet, so the next channel may be tried. */
    private void notOpened(String channel, FallbackReason reason, String detail, List<String> wanted) {
        List<String> left = others(channel, wanted);
        if (left.isEmpty() || left.size() == wanted.size() || !Reach.fails(reason)) {
            probe.undecided(reason, detail);
            return;
        }
        passedOver.add(channel, reason);
        negotiate(left);
    }

    private static List<String> others(String channel, List<String> wanted) {
        return wanted.stream().filter(name -> !name.equals(channel)).toList();
    }
}
