package io.parley.cli;

import io.parley.DaemonThreads;
import io.parley.endpoint.ChannelTrial;
import io.parley.negotiation.FallbackReason;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The result of opening a session with a service on one channel.
 *
 * @param openedMs from the offer until the session was open or had failed
 * @param roundTripMs of a ping, or null if it was not answered
 * @param reason why it cannot be opened, or null
 * @param toDo advice for the reason, or null
 */
record ChannelReport(
        String channel,
        boolean opens,
        double openedMs,
        @Nullable Double roundTripMs,
        @Nullable String reason,
        String detail,
        @Nullable String toDo) {
    /** Width of the column with the channels' names. */
    private static final int NAME = 11;

    /** Tries the channels side by side, each with a session of its own. */
    static List<ChannelReport> of(URI url, ServiceTrials trials) {
        List<CompletableFuture<ChannelReport>> reports = ServiceTrials.CHANNELS.stream()
                .map(channel -> CompletableFuture.supplyAsync(
                        () -> report(url, channel, trials.of(channel)),
                        task -> DaemonThreads.start("parley-trial-" + channel, task)))
                .toList();
        return reports.stream().map(CompletableFuture::join).toList();
    }

    private static ChannelReport report(URI url, String channel, ChannelTrial trial) {
        FallbackReason reason = trial.reason().orElse(null);
        return new ChannelReport(
                channel,
                reason == null,
                Millis.of(trial.took()),
                trial.roundTrips().stream().findFirst().map(Millis::of).orElse(null),
                reason == null ? null : reason.name(),
                trial.detail(),
                reason == null ? null : new ChannelDiagnosis(url).of(channel, reason, trial.detail()));
    }

    /** Returns the report as text. */
    List<String> lines() {
        String name = channel + " ".repeat(Math.max(0, NAME - channel.length()));
        if (opens) {
            String ping = roundTripMs == null ? "no answer to a ping" : Millis.text(roundTripMs) + " a round trip";
            return List.of(name + " opens, " + Millis.text(openedMs) + " with the negotiation, " + ping);
        }
        return List.of(
                name + " does not open, after " + Millis.text(openedMs) + ": " + reason
                        + (detail.isEmpty() ? "" : " (" + detail + ")"),
                " ".repeat(name.length()) + " to do: " + toDo);
    }
}
