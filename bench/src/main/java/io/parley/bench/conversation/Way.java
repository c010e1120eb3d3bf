package io.parley.bench.conversation;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;

/** The way in which the messages of a session are sent. */
enum Way {
    /** On the stream, each after the answer to the previous one. */
    STREAM(Contender.PARLEY_CXF, CxfSettings.PARLEY, ""),
    /** On the stream, all but the first without waiting for answers, as the paper's sessions must have been. */
    PIPELINED(Contender.PARLEY_CXF, CxfSettings.PARLEY, "-pipelined"),
    /** Over SOAP, one after the other. */
    SOAP(Contender.CXF, CxfSettings.TEXT, "");

    private final Contender system;
    private final CxfSettings settings;
    private final String suffix;

    Way(Contender system, CxfSettings settings, String suffix) {
        this.system = system;
        this.settings = settings;
        this.suffix = suffix;
    }

    /** Returns the system that the results belong to. */
    Contender system() {
        return system;
    }

    CxfSettings settings() {
        return settings;
    }

    /** Returns the suffix to the name of the workload. */
    String suffix() {
        return suffix;
    }

    boolean negotiates() {
        return this != SOAP;
    }
}
