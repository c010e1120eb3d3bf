package io.parley.examples.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** The first application of the HHFR paper, section 5.3: one string out of many. */
@WebService(name = "Concatenation", targetNamespace = Concatenation.NAMESPACE)
public interface Concatenation {
    /** Namespace of the contract. */
    String NAMESPACE = "urn:parley:examples:concatenation";

    /** The strings, joined without a separator. */
    @WebMethod
    String concatenate(@WebParam(name = "text") List<String> texts);
}
