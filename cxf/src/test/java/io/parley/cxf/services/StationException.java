package io.parley.cxf.services;

import jakarta.xml.ws.WebFault;

/** A checked fault with a bean. */
@WebFault(name = "stationFault", targetNamespace = "urn:parley:test", faultBean = "io.parley.cxf.services.StationFault")
public class StationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient StationFault detail;

    public StationException(String message, StationFault detail) {
        super(message);
        this.detail = detail;
    }

    public StationFault getFaultInfo() {
        return detail;
    }
}
