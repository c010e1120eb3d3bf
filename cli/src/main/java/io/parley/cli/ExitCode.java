package io.parley.cli;

/** Exit codes of the process. */
final class ExitCode {
    static final int OK = 0;
    /** A check failed, or the command failed. */
    static final int FAILED = 1;
    /** The command line is invalid. */
    static final int USAGE = 2;
    /** The service answers, but only by SOAP. */
    static final int FELL_BACK = 3;

    private ExitCode() {}
}
