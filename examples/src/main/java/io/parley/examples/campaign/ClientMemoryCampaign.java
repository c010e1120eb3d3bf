package io.parley.examples.campaign;

import io.parley.testkit.JavaProgram;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Campaign with clients in JVMs with little memory, standalone ones and proxies of CXF, on every channel and by SOAP,
 * whose services send more than they can hold, in each representation and compression. A client must read or refuse
 * each response, never run out of memory, and continue to serve callers.
 */
public final class ClientMemoryCampaign implements Campaign {
    private static final String NAME = "memory-client";
    private static final long MOST_MINUTES = 30;

    /**
     * Amount of data to receive.
     *
     * @param heap heap of the client, as in {@code -Xmx}
     * @param callers concurrent callers
     * @param bytes approximate bytes in hhfr of the longest response
     * @param withBudget false to count no objects, to show that the campaign would detect it
     */
    record Size(String heap, int callers, int bytes, boolean withBudget) {
        static final Size USUAL = new Size("256m", 16, 60 << 20, true);
    }

    private final List<ClientForm> forms = ClientForm.all();

    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public ClientMemoryCampaign() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "clients with 256 MiB, of every kind, whose services send more than they can hold: what does not fit is"
                + " refused, later calls are answered";
    }

    @Override
    public int usualRuns() {
        return forms.size();
    }

    @Override
    public CampaignResult run(Order order) throws IOException, InterruptedException {
        List<ClientForm> chosen = new ArrayList<>(forms);
        Collections.shuffle(chosen, new Random(order.seed()));
        return run(chosen.subList(0, Math.min(order.runs(), chosen.size())), Size.USUAL, order);
    }

    /** Runs the campaign with given forms and sizes. */
    static CampaignResult run(List<ClientForm> forms, Size size, Order order) throws IOException, InterruptedException {
        Tally tally = new Tally(order.progress());
        try (AnsweringServices services = new AnsweringServices()) {
            for (ClientForm form : forms) {
                try (AnsweringServices.Served served = services.serve(form)) {
                    tally.run(form, served.address(), size);
                }
            }
        }
        return new CampaignResult(
                NAME, forms.size(), order.seed(), tally.ended, tally.failed, 0, 0, tally.longestMillis);
    }

    /** Counts of all clients. */
    private static final class Tally {
        private final Consumer<String> progress;
        private long ended;
        private long failed;
        private long longestMillis;

        Tally(Consumer<String> progress) {
            this.progress = progress;
        }

        void run(ClientForm form, String address, Size size) throws IOException, InterruptedException {
            Process client = JavaProgram.brief(AnswerCallers.class, arguments(form, address, size))
                    .options("-Xmx" + size.heap(), "-XX:+ExitOnOutOfMemoryError")
                    .start();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
                boolean done = false;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith(AnswerCallers.SAID)) {
                        done |= take(form, line.substring(AnswerCallers.SAID.length()));
                    }
                }
                if (!client.waitFor(MOST_MINUTES, TimeUnit.MINUTES) || client.exitValue() != 0 || !done) {
                    fail(form, "the client ended early: " + client);
                }
            } finally {
                client.destroyForcibly();
            }
        }

        private static String[] arguments(ClientForm form, String address, Size size) {
            List<String> arguments = new ArrayList<>(form.arguments());
            arguments.add(address);
            arguments.add(Integer.toString(size.bytes()));
            arguments.add(Integer.toString(size.callers()));
            arguments.add(Boolean.toString(size.withBudget()));
            return arguments.toArray(String[]::new);
        }

        /** Returns whether the line says that the client is done. */
        private boolean take(ClientForm form, String said) {
            if (said.startsWith(AnswerCallers.FAILED)) {
                fail(form, said.substring(AnswerCallers.FAILED.length()));
                return false;
            }
            String[] counts = said.substring(AnswerCallers.DONE.length()).split(" ", -1);
            ended += Long.parseLong(counts[0]) + Long.parseLong(counts[1]) + Long.parseLong(counts[2]);
            longestMillis = Math.max(longestMillis, Long.parseLong(counts[3]));
            progress.accept(NAME + ": " + form + ": " + counts[0] + " answered, " + counts[1] + " refused, " + counts[2]
                    + " too long");
            return true;
        }

        private void fail(ClientForm form, String what) {
            failed++;
            progress.accept(NAME + ": " + form + ": " + what);
        }
    }
}
