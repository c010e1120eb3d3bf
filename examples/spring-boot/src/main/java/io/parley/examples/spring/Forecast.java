package io.parley.examples.spring;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** What both applications know of each other. */
@WebService(targetNamespace = "urn:parley:sample:forecast")
public interface Forecast {
    /** The temperatures to come at a place. */
    @WebResult(name = "degrees")
    double[] temperatures(@WebParam(name = "place") String place, @WebParam(name = "hours") int hours);
}
