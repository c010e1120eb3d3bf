package io.parley.bench.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Named sets of suites that are run together and have a page of their own. */
public enum Program {
    /** Forms of documents and messages (papers 000 and 004). */
    REPRESENTATIONS(" quick", " goals", " full"),
    /** The payload paper: payloads of some megabytes, normal and serialized. */
    PAPER003(" quick", " quick", " full"),
    /** A session on each channel, compared with SOAP on that channel and with the bare transport. */
    CHANNELS("", "", ""),
    /** The HHFR paper's context store: engines, access over SOAP, header blocks by URI, and the start of a session. */
    STORES("", "", "");

    private final String quick;
    private final String goals;
    private final String full;

    /** Creates a program with its plans, as suffixes to its name. */
    Program(String quick, String goals, String full) {
        this.quick = quick;
        this.goals = goals;
        this.full = full;
    }

    /** Returns the program of that name, if there is one. */
    public static Optional<Program> named(String name) {
        return Arrays.stream(values())
                .filter(program -> program.word().equals(name))
                .findFirst();
    }

    /** Returns the names of all programs, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(Program::word).collect(Collectors.joining(", "));
    }

    /** Returns the name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the groups of this program at a depth. */
    List<Group> groups(Depth depth) {
        return Group.of(word()
                + switch (depth) {
                    case QUICK -> quick;
                    case GOALS -> goals;
                    case CHOSEN, FULL -> full;
                });
    }

    /** Returns how long a cell of this program is measured at a depth. */
    Pace pace(Cell cell, Depth depth) {
        return this == CHANNELS ? Paces.steady(cell) : depth.pace(cell);
    }
}
