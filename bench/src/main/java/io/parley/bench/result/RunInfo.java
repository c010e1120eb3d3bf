package io.parley.bench.result;

/**
 * Where results come from.
 *
 * @param command as it was typed
 * @param commit of the sources, with a mark if they were changed
 * @param started date and time
 * @param load the machine's load average when the run began; with more than it has processors, figures say little
 */
public record RunInfo(
        String command, String depth, String commit, String machine, String java, String started, double load) {
    /** The load average up to which a machine has little else to do. */
    public static final double QUIET_LOAD = 0.5;

    /** Whether the machine had so much else to do that times mean little. */
    public boolean disturbed() {
        return load > QUIET_LOAD;
    }

    /** Whether results of both belong together: same sources, machine, Java and depth. */
    public boolean continues(RunInfo earlier) {
        return depth.equals(earlier.depth)
                && commit.equals(earlier.commit)
                && machine.equals(earlier.machine)
                && java.equals(earlier.java);
    }
}
