package io.parley.binding;

/** Why a class cannot be tied to a layout. Checked, so that nobody forgets to report it. */
final class Declined extends Exception {
    private final boolean whole;

    Declined(String reason) {
        super(reason);
        this.whole = false;
    }

    Declined(String reason, Throwable cause) {
        super(reason, cause);
        this.whole = false;
    }

    private Declined(String reason, boolean whole) {
        super(reason);
        this.whole = whole;
    }

    /** For what JAXB must see the whole message: callbacks that are told of their parents, references across it. */
    static Declined whole(String reason) {
        return new Declined(reason, true);
    }

    /** Whether what contains the class must be declined with it. */
    boolean isWhole() {
        return whole;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
