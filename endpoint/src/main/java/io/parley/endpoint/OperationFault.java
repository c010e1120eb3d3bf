package io.parley.endpoint;

import java.util.Optional;

/**
 * A fault that an operation declares ({@link Operation#withFault}): thrown by its handler instead of a response, and by
 * the client's call. Sent as a SOAP fault, whose detail is the declared element. Other exceptions of handlers are not
 * exposed to callers, who get {@code INTERNAL}.
 */
public final class OperationFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Object detail;

    /**
     * Creates a fault.
     *
     * @param text for people; the other side receives its first 1,024 characters
     * @param detail an object of a class, or a record of an element, that the operation declares
     */
    public OperationFault(String text, Object detail) {
        super(text);
        this.detail = detail;
    }

    /** Returns the detail. */
    public Object detail() {
        return detail;
    }

    /** Returns the detail if it is an instance of that class. */
    public <T> Optional<T> detail(Class<T> type) {
        return Optional.of(detail).filter(type::isInstance).map(type::cast);
    }
}
