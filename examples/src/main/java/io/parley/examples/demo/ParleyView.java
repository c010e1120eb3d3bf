package io.parley.examples.demo;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.endpoint.Transcript;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;

/** Status of a proxy with Parley's feature. */
final class ParleyView {
    private static final long DECISION_SECONDS = 20;

    private final Client client;

    private ParleyView(Client client) {
        this.client = client;
    }

    static ParleyView of(Object proxy) {
        return new ParleyView(ClientProxy.getClient(proxy));
    }

    ParleyStatus status() {
        return ParleyStatus.of(client)
                .orElseThrow(() -> new IllegalStateException("the proxy was made without the feature"));
    }

    /** Waits until the negotiation started by the last call is over. */
    void awaitDecision() throws DemoException {
        try {
            ParleyStatus.settled(client).toCompletableFuture().get(DECISION_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoException("interrupted while the negotiation was under way");
        } catch (ExecutionException | TimeoutException e) {
            throw new DemoException("the negotiation was not over after " + DECISION_SECONDS + " s");
        }
    }

    Optional<Transcript> negotiation() {
        return status().negotiation();
    }

    /** Returns the agreed terms, in one line. */
    String terms() {
        return status().agreement().map(ParleyView::terms).orElse("nothing agreed");
    }

    private static String terms(Agreement agreement) {
        String place = agreement.addresses().isEmpty()
                ? "the service's own URL"
                : agreement.addresses().toString();
        return agreement.representation() + " over " + agreement.channel() + " at " + place + ", compression "
                + agreement.compression();
    }

    /** Returns the reasons of fallbacks with their counts, in words. */
    String reasons() {
        return status().fallbacks().entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getKey().sentence() + ") " + entry.getValue() + " times")
                .collect(Collectors.joining("; "));
    }

    /** Returns the final reason of fallbacks, which is not that a negotiation is in progress. */
    String lastReason() {
        Map<FallbackReason, Long> fallbacks = status().fallbacks();
        return fallbacks.keySet().stream()
                .filter(reason -> reason != FallbackReason.NEGOTIATING)
                .map(FallbackReason::name)
                .findFirst()
                .orElse(FallbackReason.NEGOTIATING.name());
    }
}
