package io.parley.examples.instances;

/** A schema of which no instance could be made. */
public final class InstanceException extends RuntimeException {
    InstanceException(String message) {
        super(message);
    }
}
