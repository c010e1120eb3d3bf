package io.parley.cxf.binaries;

import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** Takes in files, hands them out, and passes them on. */
@WebService(targetNamespace = "urn:parley:test:depot")
public interface Depot {
    /** Reads all of it; returns its length, type and name. */
    @WebMethod
    String store(Parcel parcel);

    /** Generated content. */
    @WebMethod
    Parcel fetch(int length, String contentType);

    /** The very handlers that came. */
    @WebMethod
    Parcel passOn(Parcel parcel);

    /** A parameter, and not a member of a bean. */
    @WebMethod
    DataHandler passOnAlone(DataHandler file);

    /** Does not look at it. */
    @WebMethod
    String ignore(Parcel parcel);
}
