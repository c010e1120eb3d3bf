package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.activation.DataHandler;
import java.io.IOException;
import java.io.InputStream;

/** Data handlers as values of binary types. */
final class Binaries {
    /** A data handler of base64Binary: long ones travel beside the message, and come as they are read. */
    static final Conversion STREAMED = new Conversion() {
        @Override
        public Object toScalar(Object value) {
            DataHandler handler = (DataHandler) value;
            // What is passed on is not wrapped: only it itself knows whether it can be looked into.
            return handler.getDataSource() instanceof ReceivedBinary received ? received : new OfHandler(handler);
        }

        @Override
        public Object fromScalar(Object value) {
            return new DataHandler(
                    value instanceof ReceivedBinary received ? received : ReceivedBinary.of((byte[]) value));
        }
    };

    /** A data handler of hexBinary, which is always in memory. */
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

    /** The application's own. */
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

        /** The type; not the content. */
        @Override
        public String toString() {
            return "data handler of type " + contentType();
        }
    }
}
