package io.parley.examples.compare;

/**
 * First place where two values differ.
 *
 * @param what the compared value, such as {@code what the service received}
 * @param path path to the place
 * @param how description without content
 * @param expected content by plain SOAP; payload, shown only on request
 * @param found content by the other transport; payload as well
 */
public record Difference(String what, String path, String how, String expected, String found) {
    Difference of(String compared) {
        return new Difference(compared, path, how, expected, found);
    }

    /** Returns a description without payload. */
    public String text() {
        return what + (path.isEmpty() ? "" : ", at " + path) + ": " + how;
    }
}
