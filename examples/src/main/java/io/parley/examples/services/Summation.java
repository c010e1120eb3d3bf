package io.parley.examples.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The second application of the HHFR paper, section 5.3: the sum of an array of floats. */
@WebService(name = "Summation", targetNamespace = Summation.NAMESPACE)
public interface Summation {
    /** Namespace of the contract. */
    String NAMESPACE = "urn:parley:examples:summation";

    /** The sum, added up from the first to the last. */
    @WebMethod
    float sum(@WebParam(name = "number") float[] numbers);
}
