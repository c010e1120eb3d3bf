package com.example.cxf;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

@WebService
public interface Summation {
    float sum(@WebParam(name = "number") float[] numbers);
}
