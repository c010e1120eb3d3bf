package io.parley.testkit;

/** Text that stands in passwords of tests, so that a search through all that a build has said finds what shows them. */
public final class Planted {
    /** Stands nowhere else. */
    public static final String MARK = "pl4nted";

    private Planted() {}

    /** Returns a password for somebody. */
    public static String passwordOf(String whom) {
        return MARK + " of " + whom;
    }
}
