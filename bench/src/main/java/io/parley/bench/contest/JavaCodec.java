package io.parley.bench.contest;

import io.parley.bench.data.Workload;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Java serialization, for comparison alone: nothing else here, or in Parley, reads what it writes. */
final class JavaCodec implements Codec {
    /** The workloads' classes and what they are made of; all else is refused. */
    private static final ObjectInputFilter ALLOWED = ObjectInputFilter.Config.createFilter(
            "io.parley.bench.data.*;java.util.ArrayList;java.lang.Object;java.lang.Number;java.lang.Double;!*");

    private final Object value;
    private final Memory bytes = new Memory();

    JavaCodec(Workload workload) {
        this.value = workload.object();
    }

    @Override
    public long encode() throws IOException {
        bytes.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.size();
    }

    @Override
    public Object decode() throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(bytes.open())) {
            in.setObjectInputFilter(ALLOWED);
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a class that was written is gone", e);
        }
    }
}
