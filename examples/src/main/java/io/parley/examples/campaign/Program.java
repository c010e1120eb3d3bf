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
 * Main class of a campaign's process: a broker ({@code broker FOLDER PORT}) or a service ({@code service URL FILE}),
 * which the campaign kills, a service at an HTTP URL that stores nothing ({@code echo URL}), or one at a URL and on a
 * queue that holds large messages ({@code holder URL BROKER}). Started with the class path of the campaign.
 */
public final class Program {
    static final String QUEUE = "campaign";

    private static final String READY = "campaign: ready";

    private Program() {}

    /** Runs the process until it is killed. */
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

    /** Starts a process with a small heap and waits until it is ready. */
    static Process start(String... arguments) throws IOException {
        return start(JavaProgram.brief(Program.class, arguments).options("-Xmx256m"));
    }

    /** Starts a process and waits until it is ready. */
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

    /** Reads and discards the output, so that the process never blocks on it. */
    private static void drain(BufferedReader output) {
        Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "campaign-output");
        reader.setDaemon(true);
        reader.start();
    }
}
