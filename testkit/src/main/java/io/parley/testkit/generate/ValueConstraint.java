package io.parley.testkit.generate;

/**
 * A default or fixed value.
 *
 * @param kind the attribute that declares it, or empty
 */
record ValueConstraint(String kind, String value) {
    static final ValueConstraint NONE = new ValueConstraint("", "");

    boolean isFixed() {
        return kind.equals("fixed");
    }
}
