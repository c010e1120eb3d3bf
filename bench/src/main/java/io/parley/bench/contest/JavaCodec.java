package io.parley.bench.contest;

import io.parley.bench.data.Serialized;
import io.parley.bench.data.Workload;
import io.parley.bench.form.Memory;
import java.io.IOException;

/** Java serialization, for comparison. */
final class JavaCodec implements Codec {
    private final Object value;
    private final Memory bytes = new Memory();

    JavaCodec(Workload workload) {
        this.value = workload.object();
    }

    @Override
    public long encode() throws IOException {
        bytes.reset();
        Serialized.write(value, bytes);
        return bytes.size();
    }

    @Override
    public Object decode() throws IOException {
        return Serialized.read(bytes.open());
    }
}
