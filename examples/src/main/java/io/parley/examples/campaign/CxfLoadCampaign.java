package io.parley.examples.campaign;

import io.parley.Limit;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.ParleyFeature;
import io.parley.examples.hosting.Loopback;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignReport;
import io.parley.testkit.campaign.LoadReport;
import io.parley.testkit.campaign.PacedCalls;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * Campaign with one CXF service in a JVM of its own, and proxies with a user, and so a session, each: small calls over
 * all of them at a fixed rate. Each process needs a file descriptor per session ({@code ulimit -n}).
 */
public final class CxfLoadCampaign implements Campaign {
    private static final String NAME = "load-cxf";
    private static final int RATE = 1_000;
    private static final int SECONDS = 20;
    /** Callers known to one bus; beyond that number others would be evicted. */
    private static final int USERS_OF_A_BUS = 500;

    private static final int PROGRESS = 500;

    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public CxfLoadCampaign() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "small calls over as many sessions of CXF's proxies with one service: each has its answer";
    }

    @Override
    public int usualRuns() {
        return 2_000;
    }

    @Override
    public String unit() {
        return "sessions";
    }

    @Override
    public CampaignReport run(Order order) throws IOException, InterruptedException {
        return run(order.runs(), SECONDS, order.seed(), order.progress());
    }

    /** Runs the campaign with given durations of its phases. */
    static CampaignReport run(int sessions, int seconds, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        String url = "http://localhost:" + FreePort.find() + "/echo";
        Process service =
                Program.start(JavaProgram.of(Program.class, "echo", url).options("-Xms1g", "-XX:MetaspaceSize=128m"));
        List<Bus> buses = new ArrayList<>();
        try {
            long since = System.nanoTime();
            List<Register> proxies = new ArrayList<>();
            for (int user = 0; user < sessions; user++) {
                if (user % USERS_OF_A_BUS == 0) {
                    buses.add(Loopback.bus());
                }
                proxies.add(open(buses.get(buses.size() - 1), url, "user-" + user));
                if ((user + 1) % PROGRESS == 0) {
                    progress.accept(NAME + ": " + (user + 1) + " of " + sessions + " sessions are open");
                }
            }
            long openMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
            int open = buses.stream()
                    .mapToInt(bus -> ParleyEndpoints.sessions(bus).sessions())
                    .sum();
            if (open != sessions) {
                throw new IllegalStateException("expected " + sessions + " sessions, found " + open);
            }
            // Warm-up, so that JIT compilation is not measured.
            calls(proxies, seconds, seed, progress);
            LoadReport.Phase phase = calls(proxies, seconds, seed, progress);
            return new LoadReport(NAME, sessions, RATE, seed, openMillis, List.of(phase));
        } finally {
            buses.forEach(bus -> bus.shutdown(true));
            service.destroy();
        }
    }

    private static LoadReport.Phase calls(List<Register> proxies, int seconds, long seed, Consumer<String> progress)
            throws InterruptedException {
        progress.accept(NAME + ": " + seconds + " s of calls");
        Random random = new Random(seed);
        return new PacedCalls(RATE, RATE * seconds, progress)
                .run(LoadReport.NOBODY, number -> call(proxies.get(random.nextInt(proxies.size())), number));
    }

    private static CompletionStage<Boolean> call(Register proxy, long number) {
        Answer answer = new Answer(number);
        try {
            ClientProxy.getClient(proxy).invoke(answer, "note", number);
        } catch (Exception e) {
            answer.outcome.completeExceptionally(e);
        }
        return answer.outcome;
    }

    /**
     * Returns a proxy with an open session. The caller must retain it, since CXF closes the client of a collected
     * proxy.
     */
    private static Register open(Bus bus, String url, String user) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Register.class);
        factory.setAddress(url);
        factory.getFeatures().add(new ParleyFeature().mode(Mode.ALWAYS).set("parley.negotiation-millis", 60_000));
        Register register = factory.create(Register.class);
        ((BindingProvider) register)
                .getRequestContext()
                .putAll(Map.of(
                        BindingProvider.USERNAME_PROPERTY, user, BindingProvider.PASSWORD_PROPERTY, "of " + user));
        if (register.note(1) != 1) {
            throw new IllegalStateException("expected the answer 1");
        }
        return register;
    }

    /** Publishes the service in this process. */
    static void serve(String url) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new EchoRegister());
        server.setAddress(url);
        // All users come from one address with unverified passwords, so they are one principal.
        server.getFeatures().add(new ParleyFeature().set(Limit.SESSIONS_PER_PRINCIPAL.setting(), 100_000));
        server.create();
    }

    /** Callback that checks the answer of one call. */
    private static final class Answer extends ClientCallback {
        private final long number;
        private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();

        Answer(long number) {
            this.number = number;
        }

        @Override
        public void handleResponse(@Nullable Map<String, Object> context, Object[] answer) {
            outcome.complete(answer.length == 1 && Long.valueOf(number).equals(answer[0]));
        }

        @Override
        public void handleException(@Nullable Map<String, Object> context, Throwable failure) {
            outcome.completeExceptionally(failure);
        }
    }
}
