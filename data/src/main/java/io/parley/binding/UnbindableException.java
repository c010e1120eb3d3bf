package io.parley.binding;

/** Reason why a class cannot be bound to a layout. A checked exception, so that callers have to report it. */
final class UnbindableException extends Exception {
    private final boolean bySchema;

    UnbindableException(String reason) {
        this(reason, false);
    }

    UnbindableException(String reason, Throwable cause) {
        super(reason, cause);
        this.bySchema = false;
    }

    private UnbindableException(String reason, boolean bySchema) {
        super(reason);
        this.bySchema = bySchema;
    }

    /** Creates a reason that is due to the schema, so that it applies to the other side's classes too. */
    static UnbindableException bySchema(String reason) {
        return new UnbindableException(reason, true);
    }

    boolean isBySchema() {
        return bySchema;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
