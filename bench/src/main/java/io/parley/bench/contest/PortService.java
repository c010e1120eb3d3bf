package io.parley.bench.contest;

import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Simple;
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
    public void nothing() {}

    @Override
    public double[] echoDoubles(double[] value) {
        return value;
    }

    @Override
    public int sendDoubles(double[] value) {
        return value.length;
    }

    @Override
    public double[] receiveDoubles(int count) {
        return ((Doubles) ready).value;
    }

    @Override
    public List<Double> echoList(List<Double> value) {
        return value;
    }

    @Override
    public int[] echoInts(int[] value) {
        return value;
    }

    @Override
    public int sendInts(int[] value) {
        return value.length;
    }

    @Override
    public int[] receiveInts(int count) {
        return ((Ints) ready).value;
    }

    @Override
    public List<String> echoStrings(List<String> value) {
        return value;
    }

    @Override
    public int sendStrings(List<String> value) {
        return value.size();
    }

    @Override
    public List<String> receiveStrings(int count) {
        return ((Strings) ready).value;
    }

    @Override
    public byte[] echoBlob(byte[] value) {
        return value;
    }

    @Override
    public int sendBlob(byte[] value) {
        return value.length;
    }

    @Override
    public byte[] receiveBlob(int count) {
        return ((Blob) ready).value;
    }

    @Override
    public Simple echoSimple(Simple value) {
        return value;
    }

    @Override
    public Medium echoMedium(Medium value) {
        return value;
    }

    @Override
    public Complex echoComplex(Complex value) {
        return value;
    }
}
