package io.parley.testkit.campaign;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lines that processes write through a named pipe: in the order in which they wrote them, even if they are killed or
 * cannot write to any file. Thread-safe.
 */
final class Notes implements AutoCloseable {
    private static final String MARK = "#";
    private static final long PATIENCE_SECONDS = 60;

    private final Path path;
    private final RandomAccessFile pipe;
    /** Guarded by this, as is the mark that ends them. */
    private final List<String> lines = new ArrayList<>();

    private CountDownLatch mark = new CountDownLatch(1);
    private boolean closed;

    /** Creates the pipe. */
    Notes(Path path) throws IOException, InterruptedException {
        this.path = path;
        PosixProcess.run("mkfifo", path.toString());
        // Opened for reading and writing, so that the pipe keeps a reader and a writer while processes come and go.
        this.pipe = new RandomAccessFile(path.toFile(), "rw");
        Thread reader = new Thread(this::read, "parley-campaign-notes");
        reader.setDaemon(true);
        reader.start();
    }

    Path path() {
        return path;
    }

    private void read() {
        try {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(new FileInputStream(pipe.getFD()), StandardCharsets.UTF_8));
            while (true) {
                String line = in.readLine();
                synchronized (this) {
                    if (line == null || closed) {
                        return;
                    }
                    if (line.equals(MARK)) {
                        mark.countDown();
                    } else {
                        lines.add(line);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all lines written so far. One thread at a time. */
    List<String> lines() throws IOException, InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        synchronized (this) {
            mark = reached;
        }
        pipe.write((MARK + "\n").getBytes(StandardCharsets.UTF_8));
        if (!reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(path + ": expected to read what was written, found nothing for too long");
        }
        synchronized (this) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
        }
        pipe.write((MARK + "\n").getBytes(StandardCharsets.UTF_8)); // The reader sees that it is over.
        pipe.close();
    }
}
