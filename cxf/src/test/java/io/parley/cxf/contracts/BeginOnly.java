package io.parley.cxf.contracts;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The contract of {@link Jobs} for a client that knows only one operation. */
@WebService(name = "Jobs", targetNamespace = "urn:parley:jobs")
public interface BeginOnly {
    String begin(@WebParam(name = "job") String job);
}
