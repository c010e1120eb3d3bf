package io.parley.cxf.python;

import io.parley.conformance.Clients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Makes calls by a Python process, each with a new client. One call at a time. */
final class PythonCaller implements Clients.Caller, AutoCloseable {
    private final Process process;
    private final Writer urls;
    private final BufferedReader ends;

    /** Starts a process that trusts the certificate of that file at https, and offers that channel. */
    PythonCaller(Path client, Path python, Path certificate, String channel) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(python.toString(), "tests/conforming.py")
                .directory(client.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("PARLEY_CERTIFICATE", certificate.toString());
        builder.environment().put("PARLEY_CHANNELS", channel);
        process = builder.start();
        urls = process.outputWriter(StandardCharsets.UTF_8);
        ends = process.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void call(URI url) throws IOException {
        urls.write(url + "\n");
        urls.flush();
        if (ends.readLine() == null) {
            throw new IOException("expected Python to go on, found its end");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
