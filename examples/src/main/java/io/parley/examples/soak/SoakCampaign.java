package io.parley.examples.soak;

import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.channel.Protection;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignReport;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Campaign with mixed work on every channel, standalone and by CXF, for minutes: calls of all sizes, a fifth of them
 * cancelled, others that time out, are refused or interrupted, binaries, one-way messages, clients that connect,
 * disconnect and abort, and broken connections. No resource may grow ({@link Drift}), no buffer may leak, and each call
 * must have its expected outcome.
 */
public final class SoakCampaign implements Campaign {
    private static final String QUEUE = "soak";
    private static final int SHORT_RUN_SAMPLES = 6;

    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public SoakCampaign() {}

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String purpose() {
        return "mixed work on every channel, a fifth of it cancelled: nothing grows, leaks or ends otherwise than it must";
    }

    @Override
    public int usualRuns() {
        return 10;
    }

    @Override
    public String unit() {
        return "minutes";
    }

    @Override
    public CampaignReport run(Order order) throws IOException, InterruptedException {
        LeakReports.start();
        return run(Duration.ofMinutes(order.runs()), order.seed(), order.progress());
    }

    /** Runs for a duration that may be shorter than a minute. */
    static SoakReport run(Duration length, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
        try (EmbeddedBroker broker = EmbeddedBroker.builder().queue(QUEUE).start();
                JmsChannelProvider queues =
                        JmsChannelProvider.create(BrokerAccess.byUrl(broker.localUrl()), JmsSettings.defaults())) {
            List<Talk> talks = new ArrayList<>();
            try {
                talks.add(new StreamTalk("stream", timers, Protection.NONE));
                talks.add(new StreamTalk("stream tls", timers, new Protection.Ephemeral()));
                talks.add(new UrlTalk("stream", timers));
                talks.add(new UrlTalk("http", timers));
                talks.add(ConversationTalk.over(new LocalChannelProvider(), new Address("soak", 0), timers));
                talks.add(ConversationTalk.over(queues, new Address("talks", 0), timers));
                talks.add(ConversationTalk.spoiled(timers, new Random(seed)));
                talks.add(CxfTalk.http("stream", timers));
                talks.add(CxfTalk.http("http", timers));
                talks.add(CxfTalk.jms(broker.localUrl(), QUEUE, timers));
                Soak soak = new Soak(talks, length, step(length), seed, progress);
                soak.run();
                SoakReport report = report(length, seed, soak);
                report.unexpected().forEach(what -> progress.accept("soak: unexpected: " + what));
                report.leaks().forEach(leak -> progress.accept("soak: leaked: " + leak));
                return report;
            } finally {
                talks.forEach(Talk::close);
            }
        } finally {
            timers.shutdownNow();
        }
    }

    /** Returns the time between samples: a minute, or less in a short run. */
    private static Duration step(Duration length) {
        Duration part = length.dividedBy(SHORT_RUN_SAMPLES);
        return part.compareTo(Duration.ofMinutes(1)) < 0 ? part : Duration.ofMinutes(1);
    }

    private static SoakReport report(Duration length, long seed, Soak soak) {
        return new SoakReport(
                (int) length.toMinutes(),
                seed,
                soak.tally().all(),
                soak.samples(),
                Drift.in(soak.samples()),
                LeakReports.found(),
                soak.tally().described());
    }
}
