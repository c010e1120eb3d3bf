package io.parley.examples.campaign;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.testkit.JavaProgram;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A process of a campaign: a broker ({@code broker FOLDER PORT}) or a service ({@code service URL FILE}), which are killed, or a service at
 * a URL of HTTP that keeps nothing ({@code echo URL}), or one there and on a queue that holds much ({@code holder URL BROKER}). Started with the class path of the campaign.
 */
public final class Program {
    static final String QUEUE = "campaign";

    private static final String READY = "campaign: ready";

    private Program() {}

    /** Serves until it is killed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        switch (arguments[0]) {
            case "broker" ->
                EmbeddedBroker.builder()
                        .folder(Path.of(arguments[1]))
                        .queue(QUEUE)
                        .bind("localhost", Integer.parseInt(arguments[2]))
                        .start();
            case "service" -> serve(arguments[1], Path.of(arguments[2]));
            case "holder" -> CxfMemoryCampaign.serve(arguments[1], arguments[2]);
            case "echo" -> CxfLoadCampaign.serve(arguments[1]);
            default ->
                throw new IllegalArgumentException("expected broker, service, holder or echo, found " + arguments[0]);
        }
        System.out.println(READY);
        new CountDownLatch(1).await();
    }

    private static void serve(String url, Path notes) throws IOException {
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(url), QUEUE);
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new RegisterService(notes));
        server.setAddress(queue.address());
        server.getFeatures().addAll(List.of(queue, new ParleyFeature()));
        server.create();
    }

    /** Starts one that is killed soon, and waits until it serves. */
    static Process start(String... arguments) throws IOException {
        return start(JavaProgram.brief(Program.class, arguments).options("-Xmx256m"));
    }

    /** Starts it and waits until it serves. */
    static Process start(JavaProgram program) throws IOException {
        Process started = new ProcessBuilder(program.command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(READY)) {
                drain(output);
                return started;
            }
        }
        throw new IOException("expected " + String.join(" ", program.command()) + " to serve, found that it ended");
    }

    /** So that it never waits for somebody to read what it says. */
    private static void drain(BufferedReader output) {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "campaign-output");
        reader.setDaemon(true);
        reader.start();
    }
}
