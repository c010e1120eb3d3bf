package io.parley.examples.services;

import jakarta.xml.ws.WebFault;

/** Nobody has that id. */
@WebFault(name = "UnknownCustomer", targetNamespace = CustomerRecords.NAMESPACE)
public class UnknownCustomerException extends Exception {
    private final String id;

    public UnknownCustomerException(String message, String id) {
        super(message);
        this.id = id;
    }

    public String getId() {
        return id;
    }
}
