package io.parley.cxf.binaries;

import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** A file generated while it is read; it counts its readers. */
public final class GeneratedFile implements DataSource {
    private final int length;
    private final String contentType;
    private final boolean once;

    /** Number of times it was opened. */
    final AtomicInteger opened = new AtomicInteger();

    private GeneratedFile(int length, String contentType, boolean once) {
        this.length = length;
        this.contentType = contentType;
        this.once = once;
    }

    public static DataHandler of(int length, String contentType) {
        return new DataHandler(new GeneratedFile(length, contentType, false));
    }

    /** Returns a file that can be opened only once. */
    static DataHandler once(int length) {
        return new DataHandler(new GeneratedFile(length, "a/once", true));
    }

    /** Reads and compares the whole file; returns its length. */
    static long check(DataHandler file, int length) throws IOException {
        return GeneratedContent.check(file.getInputStream(), length);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        if (opened.getAndIncrement() > 0 && once) {
            throw new IOException("opened twice");
        }
        return new GeneratedContent(length, length).open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("read only");
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    @Override
    public String getName() {
        return "generated-" + length;
    }
}
