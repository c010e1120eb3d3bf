package io.parley.examples.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers recorded by the services, read from their files. */
record Notes(Map<Long, Integer> times, Set<Long> repeatedUnflagged) {
    /**
     * Reads the files of all services. A number may occur in several files in any order, since the service that
     * received it first need not have written it first.
     */
    static Notes read(List<Path> files) throws IOException {
        Map<Long, Integer> times = new HashMap<>();
        Map<Long, Integer> unflagged = new HashMap<>();
        for (Path file : files) {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.split(" ", 2);
                long number = Long.parseLong(words[0]);
                times.merge(number, 1, Integer::sum);
                if (words.length == 1) {
                    unflagged.merge(number, 1, Integer::sum);
                }
            }
        }
        Set<Long> repeated = new HashSet<>();
        unflagged.forEach((number, count) -> {
            if (count > 1) {
                repeated.add(number);
            }
        });
        return new Notes(times, repeated);
    }

    /** Returns how many of these numbers are not recorded. */
    long missing(Set<Long> acknowledged) {
        return acknowledged.stream()
                .filter(number -> !times.containsKey(number))
                .count();
    }
}
