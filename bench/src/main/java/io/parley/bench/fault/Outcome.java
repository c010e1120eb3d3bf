package io.parley.bench.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome of a trial's calls.
 *
 * @param answered number of answered calls
 * @param refused failed calls that did not run
 * @param unknown failed calls that ran: their callers cannot know
 * @param doubled calls that ran more than once
 * @param lost answered calls that the server did not record
 * @param longestPauseMillis longest time between two answers, or from the last one to the end
 * @param serverMib peak resident memory of the server, whose heap is limited to 256 MiB
 * @param clientMib peak resident memory of the client
 * @param ended the processes that ended prematurely; empty if none did
 * @param failures number of failed calls, by the beginning of the reason, without numbers
 */
record Outcome(
        String system,
        String fault,
        long answered,
        long refused,
        long unknown,
        long doubled,
        long lost,
        long longestPauseMillis,
        long serverMib,
        long clientMib,
        String ended,
        Map<String, Long> failures) {
    private static final int REASON = 100;

    /**
     * The facts about a trial that are not in the notes.
     *
     * @param endedAt end of the fault, in milliseconds of the system's clock
     */
    record Circumstances(String system, Fault fault, long endedAt, long serverMib, long clientMib, String ended) {}

    /**
     * Compares the notes of both sides.
     *
     * @param told lines of the client
     * @param ran lines of the server
     * @param timed lines of the client whose pauses are measured
     */
    static Outcome of(Circumstances trial, List<String> told, List<String> ran, List<String> timed) {
        Map<String, Integer> runs = new HashMap<>();
        ran.forEach(number -> runs.merge(number, 1, Integer::sum));
        long answered = 0;
        long refused = 0;
        long unknown = 0;
        long lost = 0;
        Map<String, Long> failures = new TreeMap<>();
        for (String line : told) {
            String[] words = line.split(" ", 4);
            boolean wasRun = runs.containsKey(words[1]);
            switch (words[0]) {
                case "ok" -> {
                    answered++;
                    lost += wasRun ? 0 : 1;
                }
                case "failed" -> {
                    refused += wasRun ? 0 : 1;
                    unknown += wasRun ? 1 : 0;
                    failures.merge(reason(words[3]), 1L, Long::sum);
                }
                default -> {}
            }
        }
        long doubled = runs.values().stream().filter(times -> times > 1).count();
        return new Outcome(
                trial.system(),
                trial.fault().name(),
                answered,
                refused,
                unknown,
                doubled,
                lost,
                longestPause(timed, trial.endedAt()),
                trial.serverMib(),
                trial.clientMib(),
                trial.ended(),
                failures);
    }

    private static String reason(String why) {
        return why.substring(0, Math.min(REASON, why.length())).replaceAll("[0-9]+", "N");
    }

    private static long longestPause(List<String> timed, long end) {
        List<Long> answers = new ArrayList<>(timed.stream()
                .filter(line -> line.startsWith("ok "))
                .map(line -> Long.parseLong(line.split(" ", 4)[2]))
                .sorted()
                .toList());
        answers.add(end);
        long longest = 0;
        for (int i = 1; i < answers.size(); i++) {
            longest = Math.max(longest, answers.get(i) - answers.get(i - 1));
        }
        return longest;
    }
}
