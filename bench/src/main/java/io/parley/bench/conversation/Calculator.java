package io.parley.bench.conversation;

import io.parley.bench.data.Workload;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** Both applications of the HHFR paper, section 5.3. */
@WebService(targetNamespace = Workload.NAMESPACE)
public interface Calculator {
    /** Concatenates the strings in order. */
    default String concatenate(@WebParam(name = "value") List<String> value) {
        return String.join("", value);
    }

    /** Adds the numbers up from first to last. */
    default float add(@WebParam(name = "value") float[] value) {
        float sum = 0;
        for (float summand : value) {
            sum += summand;
        }
        return sum;
    }
}
