package io.parley.cxf.contracts;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The whole contract of a service. */
@WebService(name = "Jobs", targetNamespace = "urn:parley:jobs")
public interface Jobs {
    String abort(@WebParam(name = "job") String job);

    String begin(@WebParam(name = "job") String job);

    int len(@WebParam(name = "job") String job);
}
