package io.parley.testkit.campaign;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of calls over many sessions, alone and beside misbehaving peers.
 *
 * @param campaign name of the campaign
 * @param rate calls that were due per second
 * @param openMillis from the opening of the first session to that of the last
 * @param phases in order: each with company is preceded by one of calls alone
 */
public record LoadReport(String campaign, int sessions, int rate, long seed, long openMillis, List<Phase> phases)
        implements CampaignReport {
    /** Value of {@link Phase#company} for calls alone. */
    public static final String NOBODY = "nobody";

    /** Goal for the calls on a quiet machine, in microseconds. */
    private static final long MOST_MICROS = 50_000;
    /** Goal for the slowdown by company, as a factor. */
    private static final double MOST_TIMES = 2;

    private static final int MEDIAN = 50;
    private static final int NEARLY_ALL = 99;
    private static final int PERCENT = 100;
    private static final double MICROS_PER_MILLI = 1_000;

    /**
     * Calls beside one kind of company.
     *
     * @param company the kind of misbehaving peers
     * @param micros latency of each answered call, from its due time, in ascending order
     * @param failed calls without an answer, or with the answer to another
     */
    @SuppressWarnings("ArrayRecordComponent") // phases are never compared
    public record Phase(String company, long[] micros, long failed) {
        /** Sorts the times. */
        public Phase {
            Arrays.sort(micros);
        }

        /** Returns the percentile of the latencies in microseconds; -1 if no call was answered. */
        long within(int percent) {
            int needed = (int) (((long) micros.length * percent + PERCENT - 1) / PERCENT);
            return micros.length == 0 ? -1 : micros[Math.max(1, needed) - 1];
        }

        private String toJson() {
            return String.format(
                    Locale.ROOT,
                    "{\"company\":\"%s\",\"answered\":%d,\"failed\":%d,\"p50_us\":%d,\"p99_us\":%d,\"max_us\":%d}",
                    company,
                    micros.length,
                    failed,
                    within(MEDIAN),
                    within(NEARLY_ALL),
                    within(PERCENT));
        }

        private String describe() {
            return String.format(
                    Locale.ROOT,
                    "%-16s %7d answered, %d failed, p50 %.2f ms, p99 %.2f ms, longest %.2f ms",
                    company,
                    micros.length,
                    failed,
                    within(MEDIAN) / MICROS_PER_MILLI,
                    within(NEARLY_ALL) / MICROS_PER_MILLI,
                    within(PERCENT) / MICROS_PER_MILLI);
        }
    }

    /** Copies the list. */
    public LoadReport {
        phases = List.copyOf(phases);
    }

    /**
     * Returns whether each call received its own answer. Times depend on the machine, so they are reported and not
     * judged.
     */
    @Override
    public boolean isClean() {
        return phases.stream().allMatch(phase -> phase.failed() == 0 && phase.micros().length > 0);
    }

    private String compared(Phase alone, Phase beside) {
        double times = (double) beside.within(NEARLY_ALL) / alone.within(NEARLY_ALL);
        return String.format(
                Locale.ROOT,
                "%n  p99 beside %s: %.2f times that alone, goal less than %.0f, %s",
                beside.company(),
                times,
                MOST_TIMES,
                verdict(times < MOST_TIMES));
    }

    @Override
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"campaign\":\"%s\",\"sessions\":%d,\"rate\":%d,\"seed\":%d,\"open_ms\":%d,\"phases\":[%s]}",
                campaign,
                sessions,
                rate,
                seed,
                openMillis,
                phases.stream().map(Phase::toJson).collect(Collectors.joining(",")));
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d sessions, opened in %.1f s, %d calls a second, seed %d",
                campaign,
                sessions,
                openMillis / MICROS_PER_MILLI,
                rate,
                seed));
        phases.forEach(phase -> text.append("\n  ").append(phase.describe()));
        text.append(String.format(
                Locale.ROOT,
                "%n  p99 alone: goal %d ms, %s",
                MOST_MICROS / (long) MICROS_PER_MILLI,
                verdict(phases.get(0).within(NEARLY_ALL) <= MOST_MICROS)));
        for (int at = 1; at < phases.size(); at++) {
            if (!phases.get(at).company().equals(NOBODY)) {
                text.append(compared(phases.get(at - 1), phases.get(at)));
            }
        }
        return text.toString();
    }

    private static String verdict(boolean met) {
        return met ? "met" : "not met";
    }
}
