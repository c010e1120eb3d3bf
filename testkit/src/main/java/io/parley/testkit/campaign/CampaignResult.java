package io.parley.testkit.campaign;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a campaign that counts messages.
 *
 * @param acknowledged messages that were acknowledged to their sender: calls that were answered, and one-way messages
 *     of a session that drained in order
 * @param lost acknowledged messages that no handler saw, and messages that were never acknowledged though the session
 *     was to survive
 * @param duplicates messages that a handler saw twice without being marked as redelivered
 * @param outOfOrder one-way messages that arrived after a later one
 * @param maxResumeMillis the longest time in which a session answered nothing
 * @param invented messages that a handler saw and no client sent
 * @param mixedUp calls that received the answer to another
 * @param faults how often each fault was injected, for campaigns with several
 */
public record CampaignResult(
        String campaign,
        int runs,
        long seed,
        long acknowledged,
        long lost,
        long duplicates,
        long outOfOrder,
        long maxResumeMillis,
        long invented,
        long mixedUp,
        Map<String, Long> faults)
        implements CampaignReport {
    /** Creates the result of a campaign with one kind of fault. */
    public CampaignResult(
            String campaign,
            int runs,
            long seed,
            long acknowledged,
            long lost,
            long duplicates,
            long outOfOrder,
            long maxResumeMillis) {
        this(campaign, runs, seed, acknowledged, lost, duplicates, outOfOrder, maxResumeMillis, 0, 0, Map.of());
    }

    @Override
    public boolean isClean() {
        return lost == 0 && duplicates == 0 && outOfOrder == 0 && invented == 0 && mixedUp == 0;
    }

    @Override
    public String describe() {
        return String.join(
                System.lineSeparator(),
                campaign + ": " + runs + " runs, seed " + seed,
                "  acknowledged          " + acknowledged,
                "  lost                  " + lost,
                "  duplicates, unflagged " + duplicates,
                "  out of order          " + outOfOrder,
                "  invented              " + invented,
                "  answers of others     " + mixedUp,
                "  longest without answer " + maxResumeMillis + " ms");
    }

    @Override
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"campaign\":\"%s\",\"runs\":%d,\"seed\":%d,\"acknowledged\":%d,\"lost\":%d,"
                        + "\"duplicates_unflagged\":%d,\"out_of_order\":%d,\"max_resume_ms\":%d,\"invented\":%d,\"mixed_up\":%d,\"faults\":{%s}}",
                campaign,
                runs,
                seed,
                acknowledged,
                lost,
                duplicates,
                outOfOrder,
                maxResumeMillis,
                invented,
                mixedUp,
                faults.entrySet().stream()
                        .map(fault -> '"' + fault.getKey() + "\":" + fault.getValue())
                        .collect(Collectors.joining(",")));
    }
}
