package io.parley.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check of a diagnosis.
 *
 * @param check subject of the check
 * @param found a sentence
 * @param toDo advice; null if nothing needs to be done
 */
record Finding(
        String check,
        Verdict verdict,
        String found,
        @Nullable String toDo) {
    /** Outcome of a check. */
    enum Verdict {
        OK,
        /** The check was not made. */
        SKIPPED,
        /** Calls work, but could work better. */
        WARNING,
        FAILED
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, null);
    }

    /** Returns a finding about a check that was not made, and why. */
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

    /** Returns the finding as text. */
    List<String> lines() {
        String first =
                String.format(Locale.ROOT, "%-8s %-12s %s", verdict.name().toLowerCase(Locale.ROOT), check, found);
        return toDo == null ? List.of(first) : List.of(first, " ".repeat(22) + "to do: " + toDo);
    }
}
