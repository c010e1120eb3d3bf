package io.parley.conformance;

/**
 * A test case for one sentence of the protocol.
 *
 * @param <T> the implementation under test
 * @param section of docs/protocol.md, with the row of section 9 or 12.4: {@code 9.H1}
 * @param number within its section, from 1
 * @param title short description
 * @param check runs the case
 */
record Case<T>(String section, int number, String title, Check<T> check) {
    String id() {
        return section + "/" + number;
    }

    /** Returns whether a selection names this case, its section, or a section that contains it. */
    boolean isOf(String choice) {
        return id().equals(choice) || section.equals(choice) || section.startsWith(choice + ".");
    }
}
