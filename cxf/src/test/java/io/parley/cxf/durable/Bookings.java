package io.parley.cxf.durable;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** A service whose process is killed while it works. */
@WebService(targetNamespace = "urn:bookings")
public interface Bookings {
    @WebMethod
    String book(String order);

    @WebMethod
    @Oneway
    void note(String text);

    /** What TLS says of the request that this call came with, or that its session was negotiated with. */
    @WebMethod
    String suite();
}
