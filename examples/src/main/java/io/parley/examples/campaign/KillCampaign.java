package io.parley.examples.campaign;

import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Campaign with two services on one queue of a broker with a journal, each in a process of its own. Each run kills one
 * of the three processes during calls and restarts it. No acknowledged message may be lost, and none may be recorded
 * twice without JMS's redelivery flag.
 */
abstract class KillCampaign implements Campaign {
    private static final int SERVICES = 2;
    private static final int CALLS_BETWEEN = 60;
    private static final int MAX_EXTRA_CALLS = 60;
    private static final long DRAIN_SECONDS = 60;

    private final String name;
    private final int usualRuns;

    KillCampaign(String name, int usualRuns) {
        this.name = name;
        this.usualRuns = usualRuns;
    }

    /** Returns the index of the process that a run kills; the broker is 0. */
    abstract int victim(Random random);

    /** Returns whether calls by SOAP may fail visibly. */
    abstract boolean mayFail();

    @Override
    public String name() {
        return name;
    }

    @Override
    public int usualRuns() {
        return usualRuns;
    }

    @Override
    public CampaignResult run(Order order) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-campaign");
        Random random = new Random(order.seed());
        int port = FreePort.find();
        String url = "tcp://localhost:" + port;
        List<String[]> commands = new ArrayList<>();
        commands.add(new String[] {"broker", folder.resolve("broker").toString(), Integer.toString(port)});
        List<Path> notes = new ArrayList<>();
        for (int i = 1; i <= SERVICES; i++) {
            Path file = folder.resolve("notes-" + i);
            notes.add(file);
            commands.add(new String[] {"service", url, file.toString()});
        }
        List<Process> processes = new ArrayList<>();
        try (Callers callers = new Callers(url)) {
            for (String[] command : commands) {
                processes.add(Program.start(command));
            }
            callers.start();
            for (int run = 0; run < order.runs(); run++) {
                callers.awaitMore(CALLS_BETWEEN + random.nextInt(MAX_EXTRA_CALLS));
                int victim = victim(random);
                processes.get(victim).destroyForcibly().waitFor();
                processes.set(victim, Program.start(commands.get(victim)));
                order.progress()
                        .accept(name + ": " + (run + 1) + " of " + order.runs() + " killed, "
                                + callers.acknowledged().size() + " calls answered, " + callers.failedBySoap() + " and "
                                + callers.failedWithParley() + " failed by SOAP and with Parley");
            }
            callers.awaitMore(CALLS_BETWEEN);
            callers.finish();
            return result(order, callers, notes);
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    /** Returns the result, after waiting for one-way messages that are still queued. */
    private CampaignResult result(Order order, Callers callers, List<Path> files)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(DRAIN_SECONDS);
        Notes notes = Notes.read(files);
        while (notes.missing(callers.acknowledged()) > 0 && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(100);
            notes = Notes.read(files);
        }
        long lost = notes.missing(callers.acknowledged()) + (mayFail() ? 0 : callers.failedBySoap());
        return new CampaignResult(
                name,
                order.runs(),
                order.seed(),
                callers.acknowledged().size(),
                lost,
                notes.repeatedUnflagged().size(),
                0,
                callers.longestPauseMillis());
    }
}
