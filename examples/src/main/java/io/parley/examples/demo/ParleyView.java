package io.parley.examples.demo;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.control.Transcript;
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

/** A proxy with Parley's feature, as Parley sees it. */
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

    /** Waits until the negotiation that the last call began is over. */
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

    /** What was agreed, in one line. */
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

    /** Why calls went by SOAP, with counts, in words. */
    String reasons() {
        return status().fallbacks().entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getKey().sentence() + ") " + entry.getValue() + " times")
                .collect(Collectors.joining("; "));
    }

    /** The reason that held once it was decided: not that a negotiation was under way. */
    String lastReason() {
        Map<FallbackReason, Long> fallbacks = status().fallbacks();
        return fallbacks.keySet().stream()
                .filter(reason -> reason != FallbackReason.NEGOTIATING)
                .map(FallbackReason::name)
                .findFirst()
                .orElse(FallbackReason.NEGOTIATING.name());
    }
}
