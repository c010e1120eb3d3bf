package com.example.forecast;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** What service and client know of each other. */
@WebService(targetNamespace = "urn:forecast")
public interface Forecast {
    /** The temperatures to come at a place. */
    @WebResult(name = "degrees")
    double[] temperatures(@WebParam(name = "place") String place, @WebParam(name = "hours") int hours);
}
