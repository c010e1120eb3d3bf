package io.parley.testkit.campaign;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A {@link CrashServer} in a JVM of its own. Belongs to one thread. */
final class ServerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;
    private final int port;

    /** Starts one, and waits until it listens; port 0 takes a free one. */
    ServerProcess(String store, int port, Path tally) throws IOException {
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashServer.class.getName(),
                        store,
                        Integer.toString(port),
                        tally.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.port = Integer.parseInt(answer("port "));
    }

    int port() {
        return port;
    }

    /** A token for one session. */
    byte[] token(String principal) throws IOException {
        in.write(principal + "\n");
        in.flush();
        return Base64.getDecoder().decode(answer("token "));
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Lets it end by itself. */
    @Override
    public void close() throws IOException, InterruptedException {
        in.close();
        awaitEnd();
    }

    private void awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the server does not end");
        }
    }

    /** What the next line says; lines of logging are passed over. */
    private String answer(String prefix) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
        }
        throw new IOException("the server ended before it said its " + prefix.strip());
    }
}
