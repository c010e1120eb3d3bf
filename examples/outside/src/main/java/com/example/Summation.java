package com.example;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Service that is called over HTTP and over a queue. */
@WebService
public interface Summation {
    float sum(@WebParam(name = "number") float[] numbers);
}
