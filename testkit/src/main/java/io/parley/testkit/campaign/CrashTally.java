package io.parley.testkit.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The messages that killed servers wrote down: which ones their handlers saw, and how often. */
final class CrashTally {
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Integer> lastMessage = new HashMap<>();
    private long duplicates;
    private long redelivered;
    private long outOfOrder;

    static CrashTally read(Path file) throws IOException {
        CrashTally tally = new CrashTally();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String[] words = line.split(" ", -1);
            if (words.length == 5) {
                tally.note(words[0], words[1], Integer.parseInt(words[2]), Boolean.parseBoolean(words[3]));
            }
        }
        return tally;
    }

    private void note(String kind, String session, int number, boolean again) {
        boolean first = seen.add(session + " " + number);
        redelivered += again ? 1 : 0;
        if (!first && !again) {
            duplicates++;
        }
        if (first && kind.equals("message")) {
            Integer last = lastMessage.put(session, number);
            if (last != null && last > number) {
                outOfOrder++;
            }
        }
    }

    /** Returns how many of the messages no handler saw. */
    long lost(int session, List<Integer> numbers) {
        return numbers.stream()
                .filter(number -> !seen.contains(session + " " + number))
                .count();
    }

    boolean saw(int session, int number) {
        return seen.contains(session + " " + number);
    }

    /** Returns the number of messages that arrived again without being marked as redelivered. */
    long duplicates() {
        return duplicates;
    }

    /** Returns the number of messages that were marked as redelivered. */
    long redelivered() {
        return redelivered;
    }

    long outOfOrder() {
        return outOfOrder;
    }
}
