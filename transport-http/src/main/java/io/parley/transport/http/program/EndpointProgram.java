package io.parley.transport.http.program;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Program that serves one contract, at a URL and maybe on a queue, until the process is terminated (SIGTERM, Ctrl-C);
 * it then completes work under way.
 *
 * <pre>{@code
 * java -cp app.jar:lib/* io.parley.transport.http.program.EndpointProgram endpoint.properties
 * }</pre>
 *
 * <p>Exit codes: 1 if the program cannot be started, 2 if the configuration is not valid, otherwise that of the signal.
 */
public final class EndpointProgram {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private EndpointProgram() {}

    /**
     * Runs the program.
     *
     * @param args one argument, the properties file
     */
    public static void main(String[] args) throws InterruptedException {
        int code = run(args, System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs the program; returns its exit code once the endpoint was stopped, or could not be started. */
    static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
        if (args.length != 1) {
            err.println("usage: EndpointProgram FILE.properties");
            return USAGE;
        }
        RunningEndpoint running;
        try {
            running = RunningEndpoint.start(Configuration.read(Path.of(args[0])));
        } catch (IllegalArgumentException e) {
            err.println(String.valueOf(e.getMessage()));
            return USAGE;
        } catch (NoSuchFileException e) {
            err.println("no such file: " + e.getMessage());
            return FAILED;
        } catch (IOException e) {
            err.println(String.valueOf(e.getMessage()));
            return FAILED;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running, out), "parley-stopping"));
        out.println(running.getUrl() + "?wsdl");
        if (running.getStreamPort() != 0) {
            out.println("stream at port " + running.getStreamPort());
        }
        if (!running.getQueue().isEmpty()) {
            out.println("queue " + running.getQueue());
        }
        out.flush();
        running.await();
        return 0;
    }

    private static void stop(RunningEndpoint running, PrintStream out) {
        out.println("stopping; calls that are under way are finished");
        out.flush();
        out.println(running.stop() ? "stopped" : "stopped; calls were cut off");
        out.flush();
    }
}
