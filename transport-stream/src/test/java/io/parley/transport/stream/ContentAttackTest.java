package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.declared;
import static io.parley.transport.stream.RawSocket.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attacks of a client with a valid session that sends well-formed frames with hostile content (threat model, rows 10 to
 * 12): each message is aborted with an error code, and the session survives.
 */
class ContentAttackTest {
    private static final Contract CONTRACT = Contract.builder("urn:target")
            .operation("echo", String.class, String.class)
            .operation("crowd", Crowd.class, Crowd.class)
            .build();
    private static final Limits LIMITS = Limits.defaults().with(Limit.ITEMS, 100_000);
    private static final long RANDOM_SEED = 20_260_102;

    /** The end of a message: no further part follows. */
    private static final byte[] END = {0};

    private Target target;
    private RawSocket attacker;

    /** A type without content: an item of it takes no bytes. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Nobody {}

    /** Empty items and nested crowds, encoded in alphabetical order of the fields. */
    @XmlRootElement(namespace = "urn:target")
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Crowd {
        List<Nobody> nobody = new ArrayList<>();
        List<Crowd> others = new ArrayList<>();
    }

    @BeforeEach
    void open() throws IOException {
        target = new Target(CONTRACT, LIMITS);
        attacker = target.opened();
    }

    @AfterEach
    void theSessionLivesOnAndAllMemoryComesBack() throws IOException {
        attacker.request(attacker.nextStream(), target.content("echo", "still here"));
        assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(attacker.lastStream());
        assertThat(target.sessions()).isEqualTo(1);
        attacker.close();
        target.awaitNothingHeld();
        target.close();
    }

    @Test
    void aCrowdAsItShouldBeIsAnswered() throws IOException {
        byte[] content = joined(crowdHead(), new byte[] {3, 0, 1, 0, 0, 0}, END);
        attacker.request(attacker.nextStream(), content);
        assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(attacker.lastStream());
    }

    @Test
    void twoBillionEmptyItems() throws IOException {
        long start = System.nanoTime();
        attacker.request(attacker.nextStream(), joined(crowdHead(), varint(Integer.MAX_VALUE), new byte[] {0, 0}, END));
        assertAborted(ErrorCode.LIMIT, Limit.ITEMS.setting());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void moreEmptyItemsThanAnInt() throws IOException {
        attacker.request(attacker.nextStream(), joined(crowdHead(), varint(1L << 31), new byte[] {0, 0}, END));
        assertAborted();
        attacker.request(attacker.nextStream(), joined(crowdHead(), varint(-1), new byte[] {0, 0}, END));
        assertAborted();
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void manySmallCrowdsOfEmptyItems() throws IOException {
        int crowds = 1000;
        byte[] one = joined(varint(LIMITS.get(Limit.ITEMS) / 100), new byte[] {0, 0});
        byte[] all = new byte[crowds * one.length];
        for (int i = 0; i < crowds; i++) {
            System.arraycopy(one, 0, all, i * one.length, one.length);
        }
        attacker.request(
                attacker.nextStream(), joined(crowdHead(), new byte[] {0}, varint(crowds), new byte[] {0}, all, END));
        assertAborted(ErrorCode.LIMIT, Limit.ITEMS.setting());
    }

    @Test
    void depth() throws IOException {
        int levels = 50_000;
        byte[] nested = new byte[3 * levels];
        for (int i = 0; i < levels; i++) {
            nested[3 * i + 1] = 1;
        }
        attacker.request(attacker.nextStream(), joined(crowdHead(), nested, new byte[] {0, 0}, END));
        assertAborted(ErrorCode.LIMIT, Limit.DEPTH.setting());
    }

    @Test
    void stringThatIsLongerThanTheMessage() throws IOException {
        byte[] content = target.content("echo", "x");
        // The content ends with the value's length, its only byte and the end of the message.
        byte[] cut = Arrays.copyOf(content, content.length - 3);
        for (long length : new long[] {2, 1 << 20, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE}) {
            long before = target.used();
            attacker.request(attacker.nextStream(), joined(cut, varint(length), new byte[] {'x'}, END));
            assertAborted();
            assertThat(target.used() - before).isLessThan(1 << 20);
        }
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void varintThatIsLongerThanItNeedsToBe() throws IOException {
        byte[] content = target.content("echo", "x");
        byte[] cut = Arrays.copyOf(content, content.length - 3);
        attacker.request(attacker.nextStream(), joined(cut, new byte[] {(byte) 0x81, 0, 'x'}, END));
        assertAborted(ErrorCode.MALFORMED_MESSAGE, "varint");
    }

    @Test
    void partThatNobodyAgreedOn() throws IOException {
        attacker.request(attacker.nextStream(), joined(head("echo"), new byte[] {2}, varint(1 << 20), new byte[9]));
        assertAborted(ErrorCode.MALFORMED_MESSAGE, "part");
    }

    @Test
    void partOfAnotherOperation() throws IOException {
        byte[] crowd = target.content("crowd", new Crowd());
        byte[] body = Arrays.copyOfRange(crowd, head("crowd").length, crowd.length);
        attacker.request(attacker.nextStream(), joined(head("echo"), body));
        assertAborted(ErrorCode.SCHEMA_VIOLATION, "part");
    }

    @Test
    void operationThatDoesNotExist() throws IOException {
        attacker.request(attacker.nextStream(), joined(head("launch"), END));
        assertAborted(ErrorCode.UNKNOWN_OPERATION, "[crowd, echo]");
    }

    @Test
    void bytesBehindTheEnd() throws IOException {
        attacker.request(attacker.nextStream(), joined(target.content("echo", "x"), new byte[100]));
        assertAborted();
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void randomContent() throws IOException {
        Random random = new Random(RANDOM_SEED);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[random.nextInt(500)];
            random.nextBytes(noise);
            attacker.request(attacker.nextStream(), joined(random.nextBoolean() ? head("crowd") : END, noise));
            assertAborted();
        }
    }

    @Test
    void everyCutOfAMessage() throws IOException {
        byte[] whole = target.content("echo", "a value of some length");
        for (int length = 0; length < whole.length; length++) {
            attacker.request(attacker.nextStream(), Arrays.copyOf(whole, length));
            assertAborted();
        }
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void emptyItemsWhoseMessageNeverEnds() throws IOException {
        attacker.sendNext(
                RawSocket.DATA, RawSocket.BEGIN, attacker.nextStream(), declared(1 << 20, joined(crowdHead())));
        attacker.sendNext(RawSocket.ABORT, 0, attacker.lastStream(), new byte[] {(byte) ErrorCode.CANCELLED.number()});
        assertThat(target.handled).hasValue(0);
    }

    private void assertAborted(ErrorCode code, String saying) throws IOException {
        RawSocket.Frame abort = assertAborted();
        assertThat(abort.code()).isEqualTo(code.number());
        assertThat(new String(abort.payload(), 1, abort.payload().length - 1, StandardCharsets.UTF_8))
                .contains(saying);
    }

    /** Asserts that the previous request was aborted with a code that blames the message and not this side. */
    private RawSocket.Frame assertAborted() throws IOException {
        RawSocket.Frame abort = attacker.next(RawSocket.ABORT);
        assertThat(abort.stream()).isEqualTo(attacker.lastStream());
        assertThat(abort.code()).isNotEqualTo(ErrorCode.INTERNAL.number());
        return abort;
    }

    /** Returns a request's head as in soap.SoapHead: version, status, action, no headers. */
    private static byte[] head(String operation) {
        byte[] action = operation.getBytes(StandardCharsets.US_ASCII);
        return joined(new byte[] {2, 0, (byte) action.length}, action, new byte[] {0});
    }

    /** Returns a request with a crowd, without its two counts and the end. */
    private byte[] crowdHead() {
        byte[] empty = target.content("crowd", new Crowd());
        return Arrays.copyOf(empty, empty.length - 3);
    }

    private static byte[] varint(long value) {
        byte[] bytes = new byte[10];
        int at = 0;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return Arrays.copyOf(bytes, at);
    }
}
