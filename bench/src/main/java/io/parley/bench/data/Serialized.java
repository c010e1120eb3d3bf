package io.parley.bench.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Java serialization, for comparison alone and for the payload paper, which is about it: nothing else here, or in Parley, reads what it
 * writes.
 */
public final class Serialized {
    /** The workloads' classes and what they are made of; all else is refused. */
    private static final ObjectInputFilter ALLOWED = ObjectInputFilter.Config.createFilter(
            "io.parley.bench.data.*;java.util.ArrayList;java.lang.Object;java.lang.Number;java.lang.Double;!*");

    private Serialized() {}

    /** Writes an object of a workload, and closes. */
    public static void write(Object value, OutputStream to) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(to)) {
            out.writeObject(value);
        }
    }

    /**
     * Reads one, and closes.
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
