package io.parley.bench.contest;

import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Strings;
import io.parley.bench.data.Workload;
import jakarta.jws.WebService;
import java.util.List;

/** Answers with the request's content, with its size, or with prepared content. */
@WebService(
        endpointInterface = "io.parley.bench.contest.Port",
        targetNamespace = Workload.NAMESPACE,
        serviceName = "PortService")
public final class PortService implements Port {
    private final Object ready;

    /** Creates the service for one workload. */
    public PortService(Workload workload) {
        this.ready = workload.object();
    }

    @Override
    public double[] receiveDoubles(int count) {
        return ((Doubles) ready).value;
    }

    @Override
    public int[] receiveInts(int count) {
        return ((Ints) ready).value;
    }

    @Override
    public List<String> receiveStrings(int count) {
        return ((Strings) ready).value;
    }

    @Override
    public byte[] receiveBlob(int count) {
        return ((Blob) ready).value;
    }
}
