package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.activation.DataHandler;
import java.io.IOException;
import java.io.InputStream;

/** Conversions between data handlers and values of binary types. */
final class Binaries {
    /** Conversion for base64Binary: long content is sent on side streams, and received while it is read. */
    static final Conversion STREAMED = new Conversion() {
        @Override
        public Object toScalar(Object value) {
            DataHandler handler = (DataHandler) value;
            // Forwarded content is not wrapped: only the original knows whether it can be read more than once.
            return handler.getDataSource() instanceof ReceivedBinary received ? received : new OfHandler(handler);
        }

        @Override
        public Object fromScalar(Object value) {
            return new DataHandler(
                    value instanceof ReceivedBinary received ? received : ReceivedBinary.of((byte[]) value));
        }
    };

    /** Conversion for hexBinary, which is always in memory. */
    static final Conversion WHOLE = new Conversion() {
        @Override
        public Object toScalar(Object value) {
            try (InputStream in = ((DataHandler) value).getInputStream()) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ParleyException(ErrorCode.ENCODING, "data handler: expected to read it, found an error", e);
            }
        }

        @Override
        public Object fromScalar(Object value) {
            return new DataHandler(ReceivedBinary.of((byte[]) value));
        }
    };

    private Binaries() {}

    /** Content of an application's data handler. */
    private record OfHandler(DataHandler handler) implements Binary {
        @Override
        public String contentType() {
            String type = handler.getContentType();
            return type == null ? ReceivedBinary.UNKNOWN_TYPE : type;
        }

        @Override
        public String name() {
            String name = handler.getName();
            return name == null ? "" : name;
        }

        @Override
        public boolean isReadOnce() {
            return false;
        }

        @Override
        public InputStream open() throws IOException {
            return handler.getInputStream();
        }

        /** Returns the type, never the content. */
        @Override
        public String toString() {
            return "data handler of type " + contentType();
        }
    }
}
