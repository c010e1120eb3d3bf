package io.parley.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one check of a diagnosis found.
 *
 * @param check what was looked at
 * @param found in a sentence
 * @param toDo about that; null if there is nothing to do
 */
record Finding(
        String check,
        Verdict verdict,
        String found,
        @Nullable String toDo) {
    /** How a check ended. */
    enum Verdict {
        OK,
        /** Not looked at. */
        SKIPPED,
        /** Calls work, but not as well as they could. */
        WARNING,
        FAILED
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, null);
    }

    /** Names what was not looked at, and why. */
    static Finding skipped(String check, String why) {
        return new Finding(check, Verdict.SKIPPED, why, null);
    }

    static Finding warning(String check, String found, String toDo) {
        return new Finding(check, Verdict.WARNING, found, toDo);
    }

    static Finding failed(String check, String found, String toDo) {
        return new Finding(check, Verdict.FAILED, found, toDo);
    }

    boolean isFailure() {
        return verdict == Verdict.FAILED;
    }

    /** What is printed for people. */
    List<String> lines() {
        String first =
                String.format(Locale.ROOT, "%-8s %-12s %s", verdict.name().toLowerCase(Locale.ROOT), check, found);
        return toDo == null ? List.of(first) : List.of(first, " ".repeat(22) + "to do: " + toDo);
    }
}
