package io.parley.examples.services;

import jakarta.xml.ws.WebFault;

/** Nobody has that id. */
@WebFault(name = "UnknownCustomer", targetNamespace = CustomerRecords.NAMESPACE)
public class UnknownCustomerException extends Exception {
    private final transient UnknownCustomer faultInfo;

    public UnknownCustomerException(String message, UnknownCustomer faultInfo) {
        super(message);
        this.faultInfo = faultInfo;
    }

    /** The detail, under the name that JAX-WS expects. */
    public UnknownCustomer getFaultInfo() {
        return faultInfo;
    }
}
