package io.parley.conformance;

/**
 * One sentence of the protocol that can be tried.
 *
 * @param <T> who is judged by it
 * @param section of docs/protocol.md, with the row of section 9 or 12.4: {@code 9.H1}
 * @param number among those of its section, from 1
 * @param title in a few words
 */
record Case<T>(String section, int number, String title, Check<T> check) {
    String id() {
        return section + "/" + number;
    }

    /** Returns whether a choice names this case, its section, or one around it. */
    boolean isOf(String choice) {
        return id().equals(choice) || section.equals(choice) || section.startsWith(choice + ".");
    }
}
