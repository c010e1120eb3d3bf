package io.parley.examples.instances;

/** Thrown if no instance of a schema can be generated. */
public final class InstanceException extends RuntimeException {
    InstanceException(String message) {
        super(message);
    }
}
