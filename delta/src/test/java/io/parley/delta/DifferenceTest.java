package io.parley.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that a difference and its base restore the message, and that a small change gives a small difference. */
class DifferenceTest {
    @Test
    void whateverChangedTheMessageComesOutAgain() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            byte[] base = message(random);
            byte[] message = random.nextInt(10) == 0 ? message(random) : Deltas.mutated(base, random);
            byte[] difference = Difference.of(new Base(base), message, message.length, 2 * message.length + 20);
            assertThat(difference).as("seed %d, round %d", seed, round).isNotNull();
            assertThat(expanded(base, message, difference))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(message);
        }
    }

    @Test
    void aDifferenceIsGivenUpOnceItIsTooLong() {
        Random random = new Random(1);
        byte[] base = Deltas.random(random, 10_000);
        byte[] other = Deltas.random(random, 10_000);
        assertThat(Difference.of(new Base(base), other, other.length, 8_750)).isNull();
        assertThat(Difference.of(new Base(base), base.clone(), base.length, 8)).hasSize(4);
    }

    @Test
    void ofNumbersThatChangeInPlaceLittleMoreThanTheNumbersTravels() {
        Random random = new Random(2);
        double[] numbers = random.doubles(100_000).toArray();
        byte[] base = bytes(numbers);
        for (int i = 0; i < 1_000; i++) {
            numbers[random.nextInt(numbers.length)] = random.nextDouble();
        }
        byte[] message = bytes(numbers);
        byte[] difference = Difference.of(new Base(base), message, message.length, message.length);
        assertThat(difference).hasSizeLessThan(14_000);
        assertThat(expanded(base, message, difference)).isEqualTo(message);
    }

    @Test
    void whatWasPutInOrTakenOutInFrontOfTheRestTravelsAlone() {
        Random random = new Random(3);
        byte[] base = Deltas.random(random, 200_000);
        byte[] longer = new byte[base.length + 11];
        random.nextBytes(longer);
        System.arraycopy(base, 0, longer, 11, base.length);
        assertThat(Difference.of(new Base(base), longer, longer.length, longer.length))
                .hasSizeLessThan(40);
        assertThat(Difference.of(new Base(longer), base, base.length, base.length))
                .hasSizeLessThan(40);
    }

    /** This would take hours if the time were not linear in both lengths. */
    @Test
    void messagesOfOneByteRepeatedAndAlmostAlikeTakeLinearTime() {
        byte[] base = new byte[1_000_000];
        byte[] message = new byte[1_000_000];
        for (int i = 0; i < message.length; i += 9) {
            message[i] = 1;
        }
        byte[] difference = Difference.of(new Base(base), message, message.length, 2 * message.length);
        assertThat(expanded(base, message, difference)).isEqualTo(message);
        byte[] back = Difference.of(new Base(message), base, base.length, 2 * base.length);
        assertThat(expanded(message, base, back)).isEqualTo(base);
    }

    @Test
    void theBytesAreThoseOfTheProtocolPage() {
        byte[] base = new byte[820];
        base[327] = 0x40;
        byte[] message = base.clone();
        message[326] = (byte) 0xF0;
        message[327] = 0x3F;
        byte[] difference = Difference.of(new Base(base), message, message.length, 100);
        byte[] form = Deltas.bytes(out -> Form.writeDifference(message, difference, out));
        assertThat(HexFormat.ofDelimiter(" ").formatHex(form))
                .isEqualTo("b4 06 a4 0d e6 ab 8c 05 00 05 f0 3f d8 07 00");
    }

    private static byte[] expanded(byte[] base, byte[] message, byte[] difference) {
        byte[] form = Deltas.bytes(out -> Form.writeDifference(message, difference, out));
        Deltas.Counted memory = new Deltas.Counted(Long.MAX_VALUE);
        try (Source in = Deltas.source(form)) {
            return Expansion.read(in, new Base(base), message.length, new Reserved(memory));
        }
    }

    private static byte[] message(Random random) {
        byte[] message = Deltas.random(random, random.nextInt(1 << random.nextInt(14)));
        for (int i = 0; random.nextBoolean() && i < message.length; i++) {
            message[i] &= 1; // similar in large parts
        }
        return message;
    }

    private static byte[] bytes(double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(20 + 8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(20).asDoubleBuffer().put(numbers);
        return bytes.array();
    }
}
