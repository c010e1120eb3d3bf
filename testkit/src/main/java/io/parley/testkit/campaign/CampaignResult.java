package io.parley.testkit.campaign;

import java.util.Locale;

/**
 * What a campaign of messages that are counted found.
 *
 * @param acknowledged messages whose sender was told that they arrived: calls that were answered, one-way messages of a
 *     session that drained in order
 * @param lost acknowledged messages that no handler saw, and messages that were never acknowledged though the session was
 *     to survive
 * @param duplicates messages that a handler saw twice without being told
 * @param outOfOrder one-way messages that came behind a later one
 * @param maxResumeMillis the longest time in which a session answered nothing
 */
public record CampaignResult(
        String campaign,
        int runs,
        long seed,
        long acknowledged,
        long lost,
        long duplicates,
        long outOfOrder,
        long maxResumeMillis)
        implements CampaignReport {
    @Override
    public boolean isClean() {
        return lost == 0 && duplicates == 0 && outOfOrder == 0;
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
                "  longest without answer " + maxResumeMillis + " ms");
    }

    @Override
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"campaign\":\"%s\",\"runs\":%d,\"seed\":%d,\"acknowledged\":%d,\"lost\":%d,"
                        + "\"duplicates_unflagged\":%d,\"out_of_order\":%d,\"max_resume_ms\":%d}",
                campaign,
                runs,
                seed,
                acknowledged,
                lost,
                duplicates,
                outOfOrder,
                maxResumeMillis);
    }
}
