package io.parley.examples.compare;

/**
 * The first place where two things differ.
 *
 * @param what was compared, as in {@code what the service received}
 * @param path that leads to the place
 * @param how in words, without content
 * @param expected content there by plain SOAP; payload, to be shown on demand alone
 * @param found content there otherwise; payload as well
 */
public record Difference(String what, String path, String how, String expected, String found) {
    Difference of(String compared) {
        return new Difference(compared, path, how, expected, found);
    }

    /** Without payload. */
    public String text() {
        return what + (path.isEmpty() ? "" : ", at " + path) + ": " + how;
    }
}
