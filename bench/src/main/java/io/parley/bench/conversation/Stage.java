package io.parley.bench.conversation;

import com.sun.management.ThreadMXBean;
import io.parley.bench.contest.CxfClient;
import io.parley.bench.contest.CxfSite;
import io.parley.bench.contest.Tasks;
import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.endpoint.Transcript;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A service at the far end of a link, for sessions one after the other. Used by one thread. */
record Stage(Way way, LinkDoor door, CxfSite site) implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    static Stage open(Way way, Link link) throws IOException {
        LinkDoor door = new LinkDoor(link);
        return new Stage(way, door, CxfSite.open(way.settings(), door, new CalculatorService()));
    }

    /**
     * Runs a session with a new client, which has no agreement with the service yet.
     *
     * @throws IOException if a message could not be sent
     */
    Dialogue hold(Application application, int messages) throws IOException {
        try (CxfClient<Calculator> client = site.client(Calculator.class, way.settings(), door, Map.of())) {
            long bytes = door.bytes();
            long begin = System.nanoTime();
            application.ask(client.proxy());
            long first = System.nanoTime() - begin;
            long firstBytes = door.bytes() - bytes;
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long[] ends = new long[messages];
            ends[0] = first;
            if (way == Way.PIPELINED) {
                pipeline(application, client.proxy(), begin, ends);
            } else {
                for (int message = 1; message < messages; message++) {
                    ends[message] = asked(application, client.proxy(), begin);
                }
            }
            return new Dialogue(
                    ends,
                    firstBytes,
                    door.bytes() - bytes,
                    THREADS.getCurrentThreadAllocatedBytes() - allocated,
                    way.negotiates() ? opening(client) : Map.of());
        }
    }

    @Override
    public void close() {
        site.close();
        door.close();
    }

    /** Sends the messages concurrently, each on its own thread, because a proxy blocks until its answer arrives. */
    private static void pipeline(Application application, Calculator calculator, long begin, long[] ends)
            throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(ends.length);
        try {
            List<Future<Long>> asked = new ArrayList<>();
            for (int message = 1; message < ends.length; message++) {
                asked.add(threads.submit(() -> asked(application, calculator, begin)));
            }
            for (int message = 1; message < ends.length; message++) {
                ends[message] = Tasks.done(asked.get(message - 1));
            }
            Arrays.sort(ends);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Sends a message; returns the arrival time of the answer, in nanoseconds since the session began. */
    private static long asked(Application application, Calculator calculator, long begin) {
        application.ask(calculator);
        return System.nanoTime() - begin;
    }

    private static Map<String, Double> opening(CxfClient<Calculator> client) {
        client.expectStreamed(0);
        ParleyStatus status = client.status();
        Transcript transcript = status.negotiation().orElseThrow();
        return Map.of(
                Figures.NEGOTIATION,
                transcript.time().toNanos() / Figures.MICRO,
                Figures.MODEL,
                status.modelTime().toNanos() / Figures.MICRO,
                Figures.OFFER,
                utf8(transcript.offer()),
                Figures.ANSWER,
                utf8(transcript.reply()));
    }

    private static double utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
