package io.parley.examples.services;

import jakarta.xml.ws.WebFault;

/** Thrown if no customer has the given id. */
@WebFault(name = "UnknownCustomer", targetNamespace = CustomerRecords.NAMESPACE)
public class UnknownCustomerException extends Exception {
    private final transient UnknownCustomer faultInfo;

    public UnknownCustomerException(String message, UnknownCustomer faultInfo) {
        super(message);
        this.faultInfo = faultInfo;
    }

    /** Returns the fault detail, by the method name that JAX-WS requires. */
    public UnknownCustomer getFaultInfo() {
        return faultInfo;
    }
}
