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

    /** Returns the TLS cipher suite of the request of this call, or of the negotiation of its session. */
    @WebMethod
    String suite();
}
