package io.parley.bench.contest;

import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Simple;
import io.parley.bench.data.Workload;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** The workloads as operations of a web service: document/literal wrapped, as JAX-WS derives them from an interface. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface Port {
    @WebMethod
    void nothing();

    @WebMethod
    double[] echoDoubles(@WebParam(name = "value") double[] value);

    @WebMethod
    int sendDoubles(@WebParam(name = "value") double[] value);

    @WebMethod
    double[] receiveDoubles(@WebParam(name = "count") int count);

    @WebMethod
    List<Double> echoList(@WebParam(name = "value") List<Double> value);

    @WebMethod
    int[] echoInts(@WebParam(name = "value") int[] value);

    @WebMethod
    int sendInts(@WebParam(name = "value") int[] value);

    @WebMethod
    int[] receiveInts(@WebParam(name = "count") int count);

    @WebMethod
    List<String> echoStrings(@WebParam(name = "value") List<String> value);

    @WebMethod
    int sendStrings(@WebParam(name = "value") List<String> value);

    @WebMethod
    List<String> receiveStrings(@WebParam(name = "count") int count);

    @WebMethod
    byte[] echoBlob(@WebParam(name = "value") byte[] value);

    @WebMethod
    int sendBlob(@WebParam(name = "value") byte[] value);

    @WebMethod
    byte[] receiveBlob(@WebParam(name = "count") int count);

    @WebMethod
    Simple echoSimple(@WebParam(name = "value") Simple value);

    @WebMethod
    Medium echoMedium(@WebParam(name = "value") Medium value);

    @WebMethod
    Complex echoComplex(@WebParam(name = "value") Complex value);
}
