package io.parley.examples.campaign;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service that notes what it is told. */
@WebService(targetNamespace = "urn:parley:campaign")
public interface Register {
    /** Notes a number and gives it back. */
    @WebMethod
    long note(@WebParam(name = "number") long number);

    /** Notes a number. */
    @WebMethod
    @Oneway
    void drop(@WebParam(name = "number") long number);
}
