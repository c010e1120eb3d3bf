package com.example.forecast;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** Contract of the service and its clients. */
@WebService(targetNamespace = "urn:forecast")
public interface Forecast {
    /** Returns the forecast temperatures of a place, one per hour. */
    @WebResult(name = "degrees")
    double[] temperatures(@WebParam(name = "place") String place, @WebParam(name = "hours") int hours);
}
