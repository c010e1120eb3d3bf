package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PartNumberingTest {
    private static final int DIGEST_BYTES = 16;

    @Test
    void equalDataIsNumberedByKeyAndNeedsADigestAlone() {
        DataDescription data = Sides.data("1");
        PartNumbering opening = PartNumbering.opening(DataTerms.same(data.fingerprint()), data);

        assertThat(opening.terms()).hasSize(DIGEST_BYTES);
        assertThat(opening.key(0)).isEqualTo("{urn:x}audit/in/0");
        assertThat(opening.isTyped(0)).as("a part that travels as infoset").isFalse();
        assertThat(opening.isTyped(1)).isTrue();
        assertThat(opening.typedCount()).isEqualTo(2);
        assertAlike(opening, PartNumbering.accepting(DataTerms.same(data.fingerprint()), data, opening.terms()));
    }

    @Test
    void whereDataDiffersOnlyThePartsThatAreAlikeAreTyped() {
        DataDescription service = Sides.data("2");
        PartNumbering opening = PartNumbering.opening(listed(service), Sides.data("1"));

        assertThat(opening.size()).isEqualTo(3);
        assertThat(opening.key(1)).isEqualTo("{urn:x}pay/in/0");
        assertThat(opening.isTyped(1)).isTrue();
        assertThat(opening.isTyped(2)).as("the part with another layout").isFalse();
        assertThat(opening.terms()).hasSize(DIGEST_BYTES + 3).endsWith(3, 0, 0b010);
        assertAlike(opening, PartNumbering.accepting(listed(service), service, opening.terms()));
    }

    @Test
    void theTwoSidesAlwaysDeriveTheSameNumbers() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            DataDescription client = random(random);
            DataDescription service = random(random);
            DataTerms agreed = client.fingerprint().equals(service.fingerprint())
                    ? DataTerms.same(service.fingerprint())
                    : listed(service);
            PartNumbering opening = PartNumbering.opening(agreed, client);
            PartNumbering accepting = PartNumbering.accepting(agreed, service, opening.terms());

            assertThat(opening.terms().length).as("seed %d", seed).isLessThanOrEqualTo(1024);
            assertAlike(opening, accepting);
            for (int i = 0; i < opening.size(); i++) {
                if (opening.isTyped(i)) {
                    assertThat(print(client, opening.key(i)))
                            .as("seed %d, round %d", seed, round)
                            .isNotEmpty()
                            .isEqualTo(print(service, opening.key(i)));
                }
            }
        }
    }

    @Test
    void theLargestListFitsIntoOpen() {
        List<PartTerm> parts = new ArrayList<>();
        for (int i = 0; i < DataDescription.MAX_PARTS; i++) {
            parts.add(new PartTerm(String.format("op%05d/in/0", i), "0123456789abcdef"));
        }
        PartNumbering opening = PartNumbering.opening(new DataTerms(false, "", parts), DataDescription.none());
        assertThat(opening.terms().length).isLessThanOrEqualTo(1024);
        assertThat(opening.typedCount()).isZero();
    }

    @Test
    void termsThatDoNotFitTheAgreementAreRefused() {
        DataDescription service = Sides.data("2");
        byte[] right = PartNumbering.opening(listed(service), Sides.data("1")).terms();
        for (byte[] wrong : new byte[][] {
            {}, {3}, {3, 0}, {3, 0, 0, 0}, {4, 0, 0}, {3, 1, 0}, {3, 0, 0b1000}, {3, 0, (byte) 0x80}, {3, 0, 0b001}
        }) {
            assertRefused(() -> PartNumbering.accepting(listed(service), service, wrong), ErrorCode.NEGOTIATION);
            byte[] behindDigest = Arrays.copyOf(right, DIGEST_BYTES + wrong.length);
            System.arraycopy(wrong, 0, behindDigest, DIGEST_BYTES, wrong.length);
            assertRefused(() -> PartNumbering.accepting(listed(service), service, behindDigest), ErrorCode.NEGOTIATION);
        }
        byte[] longer = Arrays.copyOf(right, DIGEST_BYTES + 1);
        assertRefused(
                () -> PartNumbering.accepting(DataTerms.same(service.fingerprint()), service, longer),
                ErrorCode.NEGOTIATION);
    }

    @Test
    void numbersOfAnotherContractAreRefused() {
        DataDescription service = Sides.data("2");
        byte[] listing = PartNumbering.opening(listed(service), Sides.data("1")).terms();
        DataDescription later = DataDescription.of(List.of(
                new PartTerm("{urn:x}pay/in/0", Digest.of("later").toString()),
                new PartTerm("{urn:x}refund/in/0", Digest.of("refund").toString())));
        assertRefused(() -> PartNumbering.accepting(listed(service), later, listing), ErrorCode.DIGEST_MISMATCH);

        DataTerms same = DataTerms.same(service.fingerprint());
        byte[] all = PartNumbering.opening(same, service).terms();
        assertRefused(() -> PartNumbering.accepting(same, later, all), ErrorCode.DIGEST_MISMATCH);
        assertRefused(
                () -> PartNumbering.accepting(
                        same, service, PartNumbering.opening(same, later).terms()),
                ErrorCode.DIGEST_MISMATCH);
    }

    @Test
    void aFingerprintTellsEveryDifference() {
        List<PartTerm> parts = Sides.data("1").parts();
        String fingerprint = DataDescription.of(parts).fingerprint();
        for (int i = 0; i < parts.size(); i++) {
            List<PartTerm> fewer = new ArrayList<>(parts);
            fewer.remove(i);
            assertThat(DataDescription.of(fewer).fingerprint()).isNotEqualTo(fingerprint);
            List<PartTerm> other = new ArrayList<>(parts);
            other.set(i, new PartTerm(parts.get(i).key(), Digest.of("other").toString()));
            assertThat(DataDescription.of(other).fingerprint()).isNotEqualTo(fingerprint);
        }
        List<PartTerm> shuffled = new ArrayList<>(parts);
        Collections.reverse(shuffled);
        assertThat(DataDescription.of(shuffled).fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void keysThatAreNoneOrComeTwiceAreRefused() {
        for (String key :
                List.of("", "pay", "pay/in", "pay/in/x", "pay/up/0", "{urn:x/in/0", "a b/in/0", "p/in/1000")) {
            assertRefused(() -> DataDescription.of(List.of(new PartTerm(key, ""))), ErrorCode.NEGOTIATION);
        }
        PartTerm part = new PartTerm("pay/in/0", "");
        assertRefused(() -> DataDescription.of(List.of(part, part)), ErrorCode.NEGOTIATION);
    }

    private static void assertRefused(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void assertAlike(PartNumbering one, PartNumbering other) {
        assertThat(one.size()).isEqualTo(other.size());
        for (int i = 0; i < one.size(); i++) {
            assertThat(one.key(i)).isEqualTo(other.key(i));
            assertThat(one.isTyped(i)).isEqualTo(other.isTyped(i));
        }
    }

    private static DataTerms listed(DataDescription service) {
        return new DataTerms(false, service.fingerprint(), service.listed());
    }

    private static String print(DataDescription data, String key) {
        return data.parts().stream()
                .filter(part -> part.key().equals(key))
                .map(PartTerm::fingerprint)
                .findFirst()
                .orElse("");
    }

    private static DataDescription random(Random random) {
        TreeSet<String> keys = new TreeSet<>();
        int count = random.nextInt(30);
        for (int i = 0; i < count; i++) {
            keys.add("{urn:x}op" + random.nextInt(12) + (random.nextBoolean() ? "/in/" : "/out/") + random.nextInt(12));
        }
        List<PartTerm> parts = new ArrayList<>();
        for (String key : keys) {
            String print = Digest.of(key + random.nextInt(2)).toString();
            parts.add(new PartTerm(key, random.nextInt(5) == 0 ? "" : print));
        }
        return DataDescription.of(parts);
    }
}
