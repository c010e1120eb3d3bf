package io.parley.examples.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Second application of the HHFR paper, section 5.3: the sum of an array of floats. */
@WebService(name = "Summation", targetNamespace = Summation.NAMESPACE)
public interface Summation {
    /** Namespace of the contract. */
    String NAMESPACE = "urn:parley:examples:summation";

    /** Returns the sum, added from the first number to the last. */
    @WebMethod
    float sum(@WebParam(name = "number") float[] numbers);
}
