package io.parley.bench.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Java serialization, used for the payload paper, which is about it: nothing else in the benchmarks
 * or in Parley reads its output.
 */
public final class Serialized {
    /** Allows the workloads' classes and the classes of their fields; all others are rejected. */
    private static final ObjectInputFilter ALLOWED = ObjectInputFilter.Config.createFilter(
            "io.parley.bench.data.*;java.util.ArrayList;java.lang.Object;java.lang.Number;java.lang.Double;!*");

    private Serialized() {}

    /** Writes a workload's object and closes the stream. */
    public static void write(Object value, OutputStream to) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(to)) {
            out.writeObject(value);
        }
    }

    /**
     * Reads a workload's object and closes the stream.
     *
     * @throws java.io.InvalidClassException if it is of another class
     */
    public static Object read(InputStream from) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(from)) {
            in.setObjectInputFilter(ALLOWED);
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a class that was written is gone", e);
        }
    }
}
