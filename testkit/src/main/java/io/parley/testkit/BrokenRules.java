package io.parley.testkit;

import io.parley.conformance.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs cases of conformance against peers that break the rule of each: every case must fail. */
public final class BrokenRules {
    private static final int AT_A_TIME = 8;
    private static final int MOST_MINUTES = 3;

    private BrokenRules() {}

    /** Runs one case against a peer that breaks its rule. */
    public interface Judge {
        /** Returns the result of the case with that id and title, as the only one. */
        List<Result> judge(String id, String title) throws Exception;
    }

    /**
     * Runs cases, several at a time, for at most three minutes each.
     *
     * @param cases each with its id, a space and its title, as {@code Suite.list} returns them
     * @return the cases that did not fail, with what they found
     */
    public static List<String> undetected(List<String> cases, Judge judge) throws Exception {
        Map<String, Future<List<Result>>> runs = new TreeMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            for (String line : cases) {
                String[] words = line.split(" ", 2);
                runs.put(line, threads.submit(() -> judge.judge(words[0], words[1])));
            }
            List<String> undetected = new ArrayList<>();
            for (Map.Entry<String, Future<List<Result>>> run : runs.entrySet()) {
                Result result =
                        run.getValue().get(MOST_MINUTES, TimeUnit.MINUTES).get(0);
                if (result.outcome() != Result.Outcome.FAILED) {
                    undetected.add(run.getKey() + ": " + result.outcome() + " " + result.found());
                }
            }
            return undetected;
        } finally {
            threads.shutdownNow();
        }
    }
}
