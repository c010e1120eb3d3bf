package io.parley.testkit.stacks;

import io.parley.testkit.campaign.CampaignReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The result of the calls between stacks.
 *
 * @param trips the calls
 * @param samples that were built, and whose tests passed
 * @param skipped stacks that could not be downloaded, with the reason
 */
record StacksReport(List<Trip> trips, List<String> samples, List<String> skipped) implements CampaignReport {
    private static final String ROW = "%-14s %-14s %-7s %-12s %-12s %-12s %-9s %-9s %s%n";

    StacksReport {
        trips = List.copyOf(trips);
        samples = List.copyOf(samples);
        skipped = List.copyOf(skipped);
    }

    @Override
    public boolean isClean() {
        return !(trips.isEmpty() && samples.isEmpty()) && trips.stream().allMatch(this::isAsDue);
    }

    /**
     * Returns whether a trip is as expected and its answers equal those of the first stack, since all stacks have the
     * same services.
     */
    private boolean isAsDue(Trip trip) {
        return trip.isAsDue(plain(trip)) && plain(trip).equals(plain(first(trip.isTyped())));
    }

    /** Returns the first trip of those that call the type tests, or of the others. */
    private Trip first(boolean typed) {
        return trips.stream()
                .filter(each -> each.isTyped() == typed)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the answers of the same pair without Parley. */
    private List<String> plain(Trip trip) {
        return trips.stream()
                .filter(each -> pair(each).equals(pair(trip)) && !each.serviceHas() && !each.clientHas())
                .findFirst()
                .map(Trip::answers)
                .orElse(List.of("none"));
    }

    private static List<Object> pair(Trip trip) {
        return List.of(trip.service().name(), trip.client().name(), trip.jdk());
    }

    @Override
    public String toJson() {
        return trips.stream()
                .map(trip -> trip.toJson(plain(trip)))
                .collect(Collectors.joining(
                        ",", "{\"campaign\":\"stacks\",\"clean\":" + isClean() + ",\"trips\":[", "]}"));
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder(String.format(
                ROW,
                "service",
                "client",
                "JDK",
                "plain-plain",
                "Parley-plain",
                "plain-Parley",
                "stream",
                "http",
                "websocket"));
        Map<List<Object>, List<Trip>> pairs = new LinkedHashMap<>();
        trips.forEach(trip ->
                pairs.computeIfAbsent(pair(trip), key -> new ArrayList<>()).add(trip));
        pairs.values().forEach(pair -> {
            Trip first = pair.get(0);
            text.append(String.format(
                    ROW,
                    first.service().name(),
                    first.client().name(),
                    first.jdk().feature(),
                    cell(pair, false, false, Trip.ANY),
                    cell(pair, true, false, Trip.ANY),
                    cell(pair, false, true, Trip.ANY),
                    cell(pair, true, true, "stream"),
                    cell(pair, true, true, "http"),
                    cell(pair, true, true, "websocket")));
        });
        samples.forEach(sample -> text.append("sample ").append(sample).append(": built, and its tests passed\n"));
        skipped.forEach(reason -> text.append("skipped: ").append(reason).append('\n'));
        trips.stream().filter(trip -> !isAsDue(trip)).forEach(trip -> text.append(failure(trip)));
        return text.append(isClean() ? "everything went as it had to" : "not everything went as it had to")
                .toString();
    }

    private String cell(List<Trip> pair, boolean service, boolean client, String asked) {
        Optional<Trip> trip = pair.stream()
                .filter(each -> each.serviceHas() == service
                        && each.clientHas() == client
                        && each.asked().equals(asked))
                .findFirst();
        return trip.map(each -> !isAsDue(each) ? "WRONG" : each.due().equals(asked) ? "yes" : each.due())
                .orElse("-");
    }

    private String failure(Trip trip) {
        return String.format(
                "%s served by %s%s, called by %s%s over %s: expected %s, found %s%n  answers %s%n  of plain SOAP %s%n",
                trip.jdk(),
                trip.service().name(),
                trip.serviceHas() ? " with Parley" : "",
                trip.client().name(),
                trip.clientHas() ? " with Parley" : "",
                trip.asked(),
                trip.due(),
                trip.travelled(),
                trip.answers(),
                plain(trip));
    }
}
