package io.parley.bench.transaction;

import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Workload;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A small request, a payload as answer. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface PayloadPort {
    /** The object. */
    @WebMethod
    Payload normal(@WebParam(name = "items") int items);

    /** What Java serialization makes of it. */
    @WebMethod
    byte[] serialized(@WebParam(name = "items") int items);
}
