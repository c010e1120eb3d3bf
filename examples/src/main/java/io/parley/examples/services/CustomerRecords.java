package io.parley.examples.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Service that stores customers. */
@WebService(name = "CustomerRecords", targetNamespace = CustomerRecords.NAMESPACE)
public interface CustomerRecords {
    /** Namespace of the contract. */
    String NAMESPACE = "urn:parley:examples:customers";

    /** Stores a customer and returns the stored record. */
    @WebMethod
    Customer store(@WebParam(name = "customer") Customer customer);

    /**
     * Returns the customer with that id.
     *
     * @throws UnknownCustomerException if there is none
     */
    @WebMethod
    Customer find(@WebParam(name = "id") String id) throws UnknownCustomerException;
}
