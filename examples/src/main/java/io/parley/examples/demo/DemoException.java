package io.parley.examples.demo;

/** The demo could not show what it is there to show; the message says what happened instead. */
public final class DemoException extends Exception {
    DemoException(String message) {
        super(message);
    }
}
