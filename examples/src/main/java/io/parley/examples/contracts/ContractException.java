package io.parley.examples.contracts;

/** A WSDL from which no service and client can be made. */
public final class ContractException extends Exception {
    public ContractException(String message) {
        super(message);
    }

    public ContractException(String message, Throwable cause) {
        super(message, cause);
    }
}
