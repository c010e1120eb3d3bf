package io.parley.bench.capacity;

/**
 * A number of concurrent callers of one system with one workload.
 *
 * @param callers number of threads
 * @param sessions number of sessions that the callers use in turn; clients, for systems without sessions
 */
record Crowd(String system, String workload, int callers, int sessions) {
    @Override
    public String toString() {
        return system + "/" + workload + ", " + callers + (callers == 1 ? " caller, " : " callers, ") + sessions
                + (sessions == 1 ? " session" : " sessions");
    }
}
