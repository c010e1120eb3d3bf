package io.parley.bench.transaction;

import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Workload;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A small request with a payload as response. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface PayloadPort {
    /** Returns the payload as an object. */
    Payload normal(@WebParam(name = "items") int items);

    /** Returns the payload as bytes of Java serialization. */
    byte[] serialized(@WebParam(name = "items") int items);
}
