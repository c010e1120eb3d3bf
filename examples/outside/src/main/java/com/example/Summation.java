package com.example;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service that is called over HTTP and over a queue. */
@WebService
public interface Summation {
    float sum(@WebParam(name = "number") float[] numbers);
}
