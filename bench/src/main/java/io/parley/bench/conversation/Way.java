package io.parley.bench.conversation;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;

/** How the messages of a session are sent. */
enum Way {
    /** On the stream, each when the answer to the one before it is there. */
    STREAM(Contender.PARLEY_CXF, CxfSettings.PARLEY, ""),
    /** On the stream, all but the first without waiting for answers, as the paper's sessions must have been. */
    PIPELINED(Contender.PARLEY_CXF, CxfSettings.PARLEY, "-pipelined"),
    /** By SOAP, one after the other. */
    SOAP(Contender.CXF, CxfSettings.TEXT, "");

    private final Contender system;
    private final CxfSettings settings;
    private final String suffix;

    Way(Contender system, CxfSettings settings, String suffix) {
        this.system = system;
        this.settings = settings;
        this.suffix = suffix;
    }

    /** Whose results the sessions are. */
    Contender system() {
        return system;
    }

    CxfSettings settings() {
        return settings;
    }

    /** What is said of it after the name of the workload. */
    String suffix() {
        return suffix;
    }

    boolean negotiates() {
        return this != SOAP;
    }
}
