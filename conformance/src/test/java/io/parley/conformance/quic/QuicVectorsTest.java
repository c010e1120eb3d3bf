package io.parley.conformance.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the QUIC client with the examples in the appendices of RFC 9000 and RFC 9001. */
class QuicVectorsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] DESTINATION = HEX.parseHex("8394c8f03e515708");
    private static final String RETRY = "ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba";

    @Test
    void theTagOfARetryIsThatOfTheRfc() {
        QuicPacket retry = QuicPacket.of(HEX.parseHex(RETRY)).get(0);

        assertThat(retry.kind()).isEqualTo(QuicPacket.Kind.RETRY);
        assertThat(new String(retry.ids().token(), StandardCharsets.US_ASCII)).isEqualTo("token");
        assertThat(retry.hasRetryTag(DESTINATION)).isTrue();
        assertThat(retry.hasRetryTag(new byte[8])).isFalse();
    }

    /** RFC 9001, A.2: the mask from the sample of the client's first packet. */
    @Test
    void theMaskOfAFirstPacketIsThatOfTheRfc() {
        byte[] mask = PacketKeys.initial(DESTINATION, true).mask(HEX.parseHex("d1b1c98dd7689fb8ec11d242b123dc9b"));

        assertThat(HEX.formatHex(mask)).startsWith("437b9aec36");
    }

    /** RFC 9001, A.3: the server's first packet. */
    @Test
    void aFirstPacketOfTheRfcIsOpened() {
        byte[] datagram = HEX.parseHex("cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a"
                + "5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9"
                + "c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc4"
                + "2158407dd074ee");
        QuicPacket packet = QuicPacket.of(datagram).get(0);

        QuicPacket.Opened opened = packet.open(PacketKeys.initial(DESTINATION, false), -1);

        assertThat(opened).isNotNull();
        assertThat(opened.number()).isOne();
        assertThat(HEX.formatHex(opened.frames())).startsWith("02000000000600405a020000560303");
        assertThat(packet.open(PacketKeys.initial(DESTINATION, true), -1)).isNull();
    }

    /** RFC 9000, A.1. */
    @ParameterizedTest
    @CsvSource({"c2197c5eff14e88c, 151288809941952652", "9d7f3e7d, 494878333", "7bbd, 15293", "25, 37"})
    void numbersAreThoseOfTheRfc(String bytes, long number) {
        assertThat(QuicBytes.number(new ByteInput(HEX.parseHex(bytes)))).isEqualTo(number);
        assertThat(HEX.formatHex(QuicBytes.number(new ByteOutput(), number).toBytes()))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"'0,1,2', 0202000002", "'5', 0205000000", "'0,1,4', 02040001000101", "'1,3,7', 020700020002000000"})
    void acknowledgementsNameEachRangeOnce(String received, String frame) {
        TreeSet<Long> numbers = new TreeSet<>();
        for (String each : List.of(received.split(",", -1))) {
            numbers.add(Long.valueOf(each));
        }

        assertThat(HEX.formatHex(QuicFrames.ack(numbers))).isEqualTo(frame);
    }

    @Test
    void contentThatComesInAnyOrderIsTakenOnce() {
        PacketSpace.Ordered ordered = new PacketSpace.Ordered();
        ordered.add(2, new byte[] {3, 4});
        assertThat(ordered.take()).isEmpty();
        ordered.add(0, new byte[] {1, 2, 3});
        ordered.add(0, new byte[] {1});

        assertThat(ordered.take()).containsExactly(1, 2, 3, 4);
        ordered.add(1, new byte[] {2, 3, 4});
        assertThat(ordered.take()).isEmpty();
        assertThat(ordered.at()).isEqualTo(4);
    }
}
