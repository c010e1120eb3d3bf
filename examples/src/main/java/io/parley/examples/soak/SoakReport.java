package io.parley.examples.soak;

import io.parley.testkit.campaign.CampaignReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Result of a soak test.
 *
 * @param samples resources of the process: at the start, every minute and at the end
 * @param unexpected descriptions of the first unexpected outcomes
 */
record SoakReport(
        int minutes,
        long seed,
        Map<Tally.End, Long> ends,
        List<Resources> samples,
        List<Drift> drifts,
        List<String> leaks,
        List<String> unexpected)
        implements CampaignReport {
    @Override
    public boolean isClean() {
        return drifts.isEmpty() && leaks.isEmpty() && unexpected.isEmpty();
    }

    @Override
    public String toJson() {
        StringBuilder json = new StringBuilder("{\"campaign\":\"soak\",\"minutes\":" + minutes + ",\"seed\":" + seed);
        ends.forEach((end, count) ->
                json.append(",\"").append(end.label()).append("\":").append(count));
        json.append(",\"leaks\":").append(leaks.size());
        json.append(",\"drift\":[")
                .append(drifts.stream().map(SoakReport::json).collect(Collectors.joining(",")))
                .append("],\"samples\":[")
                .append(samples.stream().map(Resources::toJson).collect(Collectors.joining(",")));
        return json.append("]}").toString();
    }

    private static String json(Drift drift) {
        return String.format(
                Locale.ROOT, "{\"of\":\"%s\",\"per_minute\":%.1f}", drift.kind().label(), drift.perMinute());
    }

    @Override
    public String describe() {
        List<String> lines = new ArrayList<>();
        lines.add("soak: " + minutes + " minutes, seed " + seed);
        ends.forEach((end, count) -> lines.add(String.format(Locale.ROOT, "  %-12s %d", end.label(), count)));
        samples.forEach(sample -> lines.add("  " + sample.toJson()));
        drifts.forEach(drift -> lines.add("  grows: " + json(drift)));
        leaks.forEach(leak -> lines.add("  leaked: " + leak));
        unexpected.forEach(what -> lines.add("  unexpected: " + what));
        return String.join(System.lineSeparator(), lines);
    }
}
