package io.parley.conformance;

import io.parley.conformance.raw.RawOffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The terms of an offer, each by preference. Immutable.
 *
 * @param terms values of the offer's elements by their names
 * @param limits values by the last part of their names, in addition to the default ones
 * @param more further elements of the offer, as text
 */
record Wish(Map<String, List<String>> terms, Map<String, Long> limits, String more) {
    static final Wish USUAL = new Wish(
            Map.of(
                    "representation", List.of("hhfr", "xml"),
                    "channel", List.of("stream"),
                    "security", List.of("none"),
                    "compression", List.of("none"),
                    "reliability", List.of("none")),
            Map.of(),
            "");

    private static final List<String> ORDER =
            List.of("representation", "channel", "security", "compression", "reliability");

    Wish with(String term, String... values) {
        Map<String, List<String>> changed = new LinkedHashMap<>(terms);
        changed.put(term, List.of(values));
        return new Wish(changed, limits, more);
    }

    List<String> term(String name) {
        return terms.getOrDefault(name, List.of());
    }

    Wish limit(String name, long value) {
        Map<String, Long> changed = new LinkedHashMap<>(limits);
        changed.put(name, value);
        return new Wish(terms, changed, more);
    }

    Wish more(String elements) {
        return new Wish(terms, limits, more + elements);
    }

    Map<String, Long> allLimits() {
        Map<String, Long> all = RawOffer.usualLimits();
        limits.forEach((name, value) -> all.put("parley.limits." + name, value));
        return all;
    }

    String newId() {
        return UUID.randomUUID().toString();
    }

    /** Returns the offer as text. */
    String xml(String id, String fingerprint) {
        StringBuilder xml = new StringBuilder("<p:offer xmlns:p=\"urn:parley:1\" version=\"1\" id=\"" + id
                + "\" endpoint=\"{urn:parley:conformance}Port\">");
        for (String term : ORDER) {
            for (String value : term(term)) {
                xml.append("<p:" + term + ">" + value + "</p:" + term + ">");
            }
        }
        allLimits().forEach((name, value) -> xml.append("<p:limit name=\"" + name + "\" value=\"" + value + "\"/>"));
        return xml.append("<p:lifetime>3600</p:lifetime>")
                .append(more)
                .append("<p:data fingerprint=\"" + fingerprint + "\"/></p:offer>")
                .toString();
    }

    /** Returns the request with a body. */
    static String envelope(String body) {
        return envelope("<p:negotiation xmlns:p=\"urn:parley:1\" soap:mustUnderstand=\"1\"/>", body);
    }

    static String envelope(String header, String body) {
        return "<soap:Envelope xmlns:soap=\"" + RawOffer.soap(1) + "\"><soap:Header>" + header
                + "</soap:Header><soap:Body>" + body + "</soap:Body></soap:Envelope>";
    }
}
