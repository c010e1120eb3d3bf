package io.parley.examples.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** First application of the HHFR paper, section 5.3: the concatenation of many strings. */
@WebService(name = "Concatenation", targetNamespace = Concatenation.NAMESPACE)
public interface Concatenation {
    /** Namespace of the contract. */
    String NAMESPACE = "urn:parley:examples:concatenation";

    /** Returns the strings, joined without a separator. */
    @WebMethod
    String concatenate(@WebParam(name = "text") List<String> texts);
}
