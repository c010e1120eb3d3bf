package io.parley.bench.capacity;

/**
 * Callers that call together.
 *
 * @param callers threads
 * @param sessions among which the callers go round; of systems without sessions, clients
 */
record Crowd(String system, String workload, int callers, int sessions) {
    @Override
    public String toString() {
        return system + "/" + workload + ", " + callers + (callers == 1 ? " caller, " : " callers, ") + sessions
                + (sessions == 1 ? " session" : " sessions");
    }
}
