package io.parley.cxf.binaries;

import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** A service that stores files, generates them, and returns received ones. */
@WebService(targetNamespace = "urn:parley:test:depot")
public interface Depot {
    /** Reads all of it; returns its length, type and name. */
    @WebMethod
    String store(Parcel parcel);

    /** Returns generated content. */
    @WebMethod
    Parcel fetch(int length, String contentType);

    /** Returns the received handlers themselves. */
    @WebMethod
    Parcel passOn(Parcel parcel);

    /** Returns a received handler that is a parameter, not a member of a bean. */
    @WebMethod
    DataHandler passOnAlone(DataHandler file);

    /** Returns without reading the files. */
    @WebMethod
    String ignore(Parcel parcel);
}
