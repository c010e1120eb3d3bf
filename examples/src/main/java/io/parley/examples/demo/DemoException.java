package io.parley.examples.demo;

/** Thrown if the demo does not run as expected; the message says what happened instead. */
public final class DemoException extends Exception {
    DemoException(String message) {
        super(message);
    }
}
