package io.parley.bench.conversation;

import io.parley.bench.data.Workload;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** Both applications of the HHFR paper, section 5.3. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface Calculator {
    /** Concatenates the strings in order. */
    @WebMethod
    String concatenate(@WebParam(name = "value") List<String> value);

    /** Adds the numbers up from first to last. */
    @WebMethod
    float add(@WebParam(name = "value") float[] value);
}
