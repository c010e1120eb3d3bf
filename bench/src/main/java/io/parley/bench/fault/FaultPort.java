package io.parley.bench.fault;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The calls as a web service. */
@WebService
public interface FaultPort {
    /** Executes a call. */
    byte[] exchange(@WebParam(name = "request") byte[] request);
}
