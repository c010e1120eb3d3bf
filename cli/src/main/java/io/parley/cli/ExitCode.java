package io.parley.cli;

/** What the process ends with. */
final class ExitCode {
    static final int OK = 0;
    /** The command ran and what it checks does not hold, or it broke. */
    static final int FAILED = 1;
    /** The command line makes no sense. */
    static final int USAGE = 2;
    /** The service answers, but by SOAP only. */
    static final int FELL_BACK = 3;

    private ExitCode() {}
}
