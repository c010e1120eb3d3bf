package io.parley.bench.transaction;

import io.parley.bench.data.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Java serialization of payloads, which paper 003 is about; nothing in Parley reads it. */
final class Serialized {
    /** What a payload is made of; all else is refused. */
    private static final ObjectInputFilter ALLOWED = ObjectInputFilter.Config.createFilter(
            "io.parley.bench.data.Payload;io.parley.bench.data.Item;java.util.ArrayList;java.lang.Object;!*");

    private Serialized() {}

    static byte[] write(Payload payload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(payload);
        }
        return bytes.toByteArray();
    }

    static Payload read(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(ALLOWED);
            return (Payload) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a class that was written is gone", e);
        }
    }
}
