package io.parley.testkit;

/** Marked text for the passwords of tests, so that a search through the output of a build finds leaked passwords. */
public final class Planted {
    /** The mark, which occurs nowhere else. */
    public static final String MARK = "pl4nted";

    private Planted() {}

    /** Returns the marked password of a user. */
    public static String passwordOf(String whom) {
        return MARK + " of " + whom;
    }
}
