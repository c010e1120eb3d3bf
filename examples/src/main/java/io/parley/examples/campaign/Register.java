package io.parley.examples.campaign;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Service that records numbers. */
@WebService(targetNamespace = "urn:parley:campaign")
public interface Register {
    /** Records a number and returns it. */
    @WebMethod
    long note(@WebParam(name = "number") long number);

    /** Records a number; one-way. */
    @WebMethod
    @Oneway
    void drop(@WebParam(name = "number") long number);
}
