package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Data handlers whose bytes travel in the record, as JAXB has them without attachments. */
final class Binaries {
    private Binaries() {}

    static byte[] bytes(DataHandler handler) {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ParleyException(ErrorCode.ENCODING, "data handler: expected to read it, found an error", e);
        }
    }

    static DataHandler handler(byte[] bytes) {
        return new DataHandler(new Bytes(bytes));
    }

    /** Bytes of which nothing is known but themselves. */
    private static final class Bytes implements DataSource {
        private final byte[] content;

        Bytes(byte[] content) {
            this.content = content;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("received data is read only");
        }

        @Override
        public String getContentType() {
            return "application/octet-stream";
        }

        @Override
        public String getName() {
            return "";
        }
    }
}
