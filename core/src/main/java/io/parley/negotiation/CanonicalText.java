package io.parley.negotiation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An injective text form of a list of values: each is preceded by its length in UTF-8 bytes. Both sides create it
 * independently and compare only its digest. Not thread-safe.
 */
final class CanonicalText {
    private final StringBuilder text = new StringBuilder();

    CanonicalText(String title) {
        text.append(title).append('\n');
    }

    CanonicalText line(String name, String value) {
        put(name);
        put(value);
        text.append('\n');
        return this;
    }

    CanonicalText line(String name, List<String> values) {
        put(name);
        text.append(values.size()).append(' ');
        values.forEach(this::put);
        text.append('\n');
        return this;
    }

    Digest digest() {
        return Digest.of(text.toString());
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /**
     * Returns the text of all terms of offer and answer, except for the token, which its issuer binds to the digest.
     */
    static CanonicalText of(Offer offer, Answer answer) {
        CanonicalText text = new CanonicalText("parley-terms " + answer.version());
        text.line("offer.version", String.valueOf(offer.version()))
                .line("offer.id", offer.id())
                .line("offer.endpoint", offer.endpoint())
                .line("offer.representations", offer.representations())
                .operations("offer", offer.operations())
                .line("offer.channels", offer.channels())
                .line("offer.securities", offer.securities())
                .line("offer.compressions", offer.compressions())
                .line("offer.reliabilities", offer.reliabilities())
                .limits("offer.limits", offer.limits())
                .line("offer.lifetime", String.valueOf(offer.lifetimeSeconds()))
                .line("offer.contextStores", offer.contextStores())
                .line("offer.headers", offer.headers())
                .line("offer.fingerprint", offer.fingerprint());
        return text.answer(answer);
    }

    private CanonicalText answer(Answer answer) {
        return line("answer.id", answer.id())
                .line("answer.offer", answer.offerId())
                .line("answer.representation", answer.representation())
                .operations("answer", answer.operations())
                .line("answer.channel", answer.channel())
                .line(
                        "answer.addresses",
                        answer.addresses().stream().map(HostPort::toString).toList())
                .line("answer.security", answer.security())
                .line("answer.certificate", answer.certificate())
                .line("answer.compression", answer.compression())
                .line("answer.reliability", answer.reliability())
                .limits("answer.limits", answer.limits())
                .line("answer.lifetime", String.valueOf(answer.lifetimeSeconds()))
                .line("answer.contextStore", answer.contextStore())
                .line("answer.headers", answer.headers())
                .line("answer.fingerprint", answer.fingerprint())
                .line(
                        "answer.parts.keys",
                        answer.parts().stream().map(PartTerm::key).toList())
                .line(
                        "answer.parts.fingerprints",
                        answer.parts().stream().map(PartTerm::fingerprint).toList());
    }

    /**
     * Appends a line per operation, and another one for each with a delivery other than assured; nothing if all
     * operations have the same terms.
     */
    private CanonicalText operations(String side, List<OperationTerm> operations) {
        for (OperationTerm each : operations) {
            List<String> values = new ArrayList<>(List.of(each.operation()));
            values.addAll(each.representations());
            line(side + ".operations", values);
        }
        for (OperationTerm each : operations) {
            if (!each.delivery().equals(DeliveryTerm.ASSURED.term())) {
                line(side + ".deliveries", List.of(each.operation(), each.delivery()));
            }
        }
        return this;
    }

    private CanonicalText limits(String name, Map<String, Long> limits) {
        line(name, List.copyOf(limits.keySet()));
        return line(
                name + ".values", limits.values().stream().map(String::valueOf).toList());
    }

    private void put(String value) {
        text.append(value.getBytes(StandardCharsets.UTF_8).length)
                .append(':')
                .append(value)
                .append(' ');
    }
}
