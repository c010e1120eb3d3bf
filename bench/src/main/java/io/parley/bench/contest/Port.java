package io.parley.bench.contest;

import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Simple;
import io.parley.bench.data.Workload;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/**
 * The workloads as operations of a web service: document/literal wrapped, as JAX-WS derives them from an interface. The
 * service answers an echo with what came, and what is sent with its size.
 */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface Port {
    default void nothing() {}

    default double[] echoDoubles(@WebParam(name = "value") double[] value) {
        return value;
    }

    default int sendDoubles(@WebParam(name = "value") double[] value) {
        return value.length;
    }

    double[] receiveDoubles(@WebParam(name = "count") int count);

    default List<Double> echoList(@WebParam(name = "value") List<Double> value) {
        return value;
    }

    default int[] echoInts(@WebParam(name = "value") int[] value) {
        return value;
    }

    default int sendInts(@WebParam(name = "value") int[] value) {
        return value.length;
    }

    int[] receiveInts(@WebParam(name = "count") int count);

    default List<String> echoStrings(@WebParam(name = "value") List<String> value) {
        return value;
    }

    default int sendStrings(@WebParam(name = "value") List<String> value) {
        return value.size();
    }

    List<String> receiveStrings(@WebParam(name = "count") int count);

    default byte[] echoBlob(@WebParam(name = "value") byte[] value) {
        return value;
    }

    default int sendBlob(@WebParam(name = "value") byte[] value) {
        return value.length;
    }

    byte[] receiveBlob(@WebParam(name = "count") int count);

    default Simple echoSimple(@WebParam(name = "value") Simple value) {
        return value;
    }

    default Medium echoMedium(@WebParam(name = "value") Medium value) {
        return value;
    }

    default Complex echoComplex(@WebParam(name = "value") Complex value) {
        return value;
    }
}
