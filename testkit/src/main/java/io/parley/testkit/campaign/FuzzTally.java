package io.parley.testkit.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The totals of each fuzz target over all campaigns with one folder, stored in a file there. One thread at a time. */
final class FuzzTally {
    private static final String FILE = "tally.tsv";
    private static final int FIELDS = 6;

    private final Path file;
    private final Map<String, Sum> sums = new TreeMap<>();

    /**
     * The totals of a target.
     *
     * @param runs number of inputs
     * @param seconds wall-clock time
     * @param processorSeconds processor time
     * @param coverage the highest number of edges that a run covered
     * @param findings inputs that violate its property
     */
    record Sum(long runs, long seconds, long processorSeconds, long coverage, long findings) {
        static final Sum NONE = new Sum(0, 0, 0, 0, 0);

        Sum plus(Sum more) {
            return new Sum(
                    runs + more.runs,
                    seconds + more.seconds,
                    processorSeconds + more.processorSeconds,
                    Math.max(coverage, more.coverage),
                    findings + more.findings);
        }
    }

    private FuzzTally(Path file) {
        this.file = file;
    }

    /** Reads the tally of a folder, or creates one. */
    static FuzzTally in(Path folder) throws IOException {
        FuzzTally tally = new FuzzTally(folder.resolve(FILE));
        if (Files.exists(tally.file)) {
            for (String line : Files.readAllLines(tally.file)) {
                String[] fields = line.split("\t", -1);
                if (fields.length == FIELDS) {
                    tally.sums.put(
                            fields[0],
                            new Sum(
                                    Long.parseLong(fields[1]),
                                    Long.parseLong(fields[2]),
                                    Long.parseLong(fields[3]),
                                    Long.parseLong(fields[4]),
                                    Long.parseLong(fields[5])));
                }
            }
        }
        return tally;
    }

    /** Returns the totals of a target so far. */
    Sum of(String target) {
        return sums.getOrDefault(target, Sum.NONE);
    }

    /** Adds the totals of a run of a target and stores them. */
    void add(String target, Sum sum) throws IOException {
        sums.merge(target, sum, Sum::plus);
        StringBuilder text = new StringBuilder();
        sums.forEach((name, each) -> text.append(String.format(
                Locale.ROOT,
                "%s\t%d\t%d\t%d\t%d\t%d%n",
                name,
                each.runs,
                each.seconds,
                each.processorSeconds,
                each.coverage,
                each.findings)));
        Files.writeString(file, text);
    }
}
