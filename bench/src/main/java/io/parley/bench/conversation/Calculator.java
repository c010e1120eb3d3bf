package io.parley.bench.conversation;

import io.parley.bench.data.Workload;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** Both applications of the HHFR paper, section 5.3. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface Calculator {
    /** One string, of all in their order. */
    @WebMethod
    String concatenate(@WebParam(name = "value") List<String> value);

    /** The sum, added up from the first to the last. */
    @WebMethod
    float add(@WebParam(name = "value") float[] value);
}
