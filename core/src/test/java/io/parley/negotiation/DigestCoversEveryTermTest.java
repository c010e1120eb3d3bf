package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DigestCoversEveryTermTest {
    private static final Offer OFFER = Changed.offer(
            Sides.offer(),
            Map.of(
                    "operations",
                    List.of(
                            new OperationTerm("{urn:x}audit", List.of("bnux", "hhfr")),
                            new OperationTerm("{urn:x}pay", List.of("exi")))));
    private static final Answer ANSWER = Changed.answer(
            Sides.answer(),
            Map.of(
                    "operations",
                    List.of(
                            new OperationTerm("{urn:x}audit", List.of("bnux")),
                            new OperationTerm("{urn:x}pay", List.of("exi")))));
    private static final Digest DIGEST = CanonicalText.of(OFFER, ANSWER).digest();

    @Test
    void everyChangeOfAnyComponentOfAnOfferChangesTheDigest() throws ReflectiveOperationException {
        for (RecordComponent component : Offer.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(OFFER);
            for (Object changed : changes(component.getName(), value)) {
                Offer edited = Changed.offer(OFFER, Map.of(component.getName(), changed));
                assertThat(CanonicalText.of(edited, ANSWER).digest())
                        .as("offer.%s: %s", component.getName(), changed)
                        .isNotEqualTo(DIGEST);
            }
        }
    }

    @Test
    void everyChangeOfAnyComponentOfAnAnswerSaveItsTokenChangesTheDigest() throws ReflectiveOperationException {
        for (RecordComponent component : Answer.class.getRecordComponents()) {
            if (component.getType() == Token.class) {
                continue;
            }
            Object value = component.getAccessor().invoke(ANSWER);
            for (Object changed : changes(component.getName(), value)) {
                Answer edited = Changed.answer(ANSWER, Map.of(component.getName(), changed));
                assertThat(CanonicalText.of(OFFER, edited).digest())
                        .as("answer.%s: %s", component.getName(), changed)
                        .isNotEqualTo(DIGEST);
            }
        }
    }

    @Test
    void theTokenIsNoTermSinceItsIssuerBindsItToTheDigest() {
        Answer other = ANSWER.withToken(Token.of(new byte[16]));
        assertThat(CanonicalText.of(OFFER, other).digest()).isEqualTo(DIGEST);
    }

    @Test
    void theTextHasTheFormOfTheProtocolPage() throws IOException {
        try (InputStream golden = getClass().getResourceAsStream("canonical-terms.txt")) {
            assertThat(CanonicalText.of(Sides.offer(), Sides.answer()).toString())
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void eachOperationThatIsNamedIsALineOfTheText() {
        assertThat(CanonicalText.of(OFFER, ANSWER).toString())
                .contains(
                        "\n16:offer.operations 3 12:{urn:x}audit 4:bnux 4:hhfr \n16:offer.operations 2 10:{urn:x}pay 3:exi \n")
                .contains("\n17:answer.operations 2 12:{urn:x}audit 4:bnux \n");
    }

    @Test
    void whatMovesFromOneFieldToItsNeighbourChangesTheDigest() {
        Offer oneWay = Changed.offer(OFFER, Map.of("representations", List.of("a", "b"), "channels", List.of("c")));
        Offer other = Changed.offer(OFFER, Map.of("representations", List.of("a"), "channels", List.of("b", "c")));
        assertThat(CanonicalText.of(oneWay, ANSWER).digest())
                .isNotEqualTo(CanonicalText.of(other, ANSWER).digest());
    }

    /**
     * Returns legal values of the same kind that are close to the given one, since those are the easiest to confuse.
     */
    private static List<Object> changes(String name, Object value) {
        if (value instanceof Integer number) {
            return List.of(number + 1);
        }
        if (value instanceof Long number) {
            return List.of(number + 1, number - 1);
        }
        if (value instanceof String text) {
            boolean isHex = Set.of("fingerprint", "certificate").contains(name);
            return isHex ? List.of(Digest.of("another").toString()) : List.of(text + "x", "y");
        }
        if (value instanceof Map<?, ?> limits) {
            return changedLimits(limits);
        }
        return changedLists((List<?>) value);
    }

    private static List<Object> changedLimits(Map<?, ?> limits) {
        List<Object> changes = new ArrayList<>();
        limits.forEach((name, limit) -> {
            Map<Object, Object> smaller = new TreeMap<>(limits);
            smaller.put(name, (Long) limit + 1);
            changes.add(smaller);
            Map<Object, Object> without = new TreeMap<>(limits);
            without.remove(name);
            changes.add(without);
        });
        return changes;
    }

    private static List<Object> changedLists(List<?> list) {
        List<Object> changes = new ArrayList<>();
        assertThat(list).as("the sample must have something to change").isNotEmpty();
        if (list.size() > 1) {
            changes.add(list.subList(0, list.size() - 1));
        }
        boolean isOrdered = !(list.get(0) instanceof PartTerm);
        if (isOrdered && list.size() > 1) {
            List<Object> swapped = new ArrayList<>(list);
            swapped.set(0, list.get(1));
            swapped.set(1, list.get(0));
            changes.add(swapped);
        }
        for (Object other : changedItems(list.get(0))) {
            List<Object> replaced = new ArrayList<>(list);
            replaced.set(0, other);
            changes.add(replaced);
        }
        return changes;
    }

    private static List<Object> changedItems(Object item) {
        if (item instanceof HostPort address) {
            return List.of(new HostPort("other.example", address.port()), new HostPort(address.host(), 1));
        }
        if (item instanceof PartTerm part) {
            return List.of(
                    new PartTerm(part.key().replace("audit", "audio"), part.fingerprint()),
                    new PartTerm(part.key(), "0123456789abcdef"));
        }
        if (item instanceof OperationTerm operation) {
            return List.of(
                    new OperationTerm(operation.operation() + "x", operation.representations()),
                    new OperationTerm(operation.operation(), List.of("hhfr")),
                    new OperationTerm(operation.operation(), operation.representations(), "expendable"),
                    new OperationTerm(operation.operation(), operation.representations(), "latest"));
        }
        return List.of(item + "x");
    }
}
