package io.parley.examples.spring;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** Contract of both applications. */
@WebService(targetNamespace = "urn:parley:sample:forecast")
public interface Forecast {
    /** Returns the forecast temperatures of a place, one per hour. */
    @WebResult(name = "degrees")
    double[] temperatures(@WebParam(name = "place") String place, @WebParam(name = "hours") int hours);
}
