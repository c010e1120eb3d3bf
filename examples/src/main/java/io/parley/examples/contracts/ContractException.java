package io.parley.examples.contracts;

/** Thrown if no service and client can be created from a WSDL. */
public final class ContractException extends Exception {
    public ContractException(String message) {
        super(message);
    }

    public ContractException(String message, Throwable cause) {
        super(message, cause);
    }
}
