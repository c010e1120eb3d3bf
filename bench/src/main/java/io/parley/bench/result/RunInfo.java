package io.parley.bench.result;

/**
 * Origin of results.
 *
 * @param command command as it was typed
 * @param commit commit of the sources, with a mark if they were changed
 * @param started date and time
 * @param load load average of the machine when the run began; above {@link #QUIET_LOAD}, times are not reliable
 */
public record RunInfo(
        String command, String depth, String commit, String machine, String java, String started, double load) {
    /** Load average up to which a machine counts as quiet. */
    public static final double QUIET_LOAD = 0.5;

    /** Returns whether other load made the times unreliable. */
    public boolean disturbed() {
        return load > QUIET_LOAD;
    }

    /** Returns whether the results of both runs can be combined: same sources, machine, Java and depth. */
    public boolean continues(RunInfo earlier) {
        return depth.equals(earlier.depth)
                && commit.equals(earlier.commit)
                && machine.equals(earlier.machine)
                && java.equals(earlier.java);
    }
}
