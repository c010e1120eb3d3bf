package io.parley.testkit.vectors;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.conformance.raw.Vector;
import io.parley.frame.AbortFrame;
import io.parley.frame.AcceptFrame;
import io.parley.frame.AckFrame;
import io.parley.frame.CreditFrame;
import io.parley.frame.DataFrame;
import io.parley.frame.ExpendableFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.Framing;
import io.parley.frame.GoawayFrame;
import io.parley.frame.OpenFrame;
import io.parley.frame.PingFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;
import io.parley.frame.ResumeFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Tests that the frames in docs/protocol/vectors/frames.txt match those of the code; changing one changes the protocol.
 */
class FrameVectorsTest {
    private static final String ABOUT = """
            Frames of docs/protocol/framing.md, sections 2 to 4, with the fields that they were made of: numbers in decimal, bytes in hex.
            "checksum" says whether the sender's preamble has PAYLOAD_CHECKSUM. Written by FrameVectorsTest.""";

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] DIGEST = filled(32, 0xD0);
    private static final byte[] TOKEN = counted(40);
    private static final byte[] DURABLE = durable();

    private final List<Vector> vectors = new ArrayList<>();

    @Test
    void theFramesOnThePageAreThoseOfTheCode() throws IOException {
        preamble("preamble", "first bytes of a side on a channel without security", Preamble.PAYLOAD_CHECKSUM);
        preamble("preamble-secured", "first bytes of a side on a channel with security", 0);
        opening();
        resuming();
        controls();
        data();
        expendable();
        VectorFiles.check("frames.txt", ABOUT, vectors);
    }

    @Test
    void theErrorFramesOnThePageAreThoseOfTheCode() throws IOException {
        for (ErrorCode code : ErrorCode.values()) {
            int number = code.number();
            String name = code.name().toLowerCase(Locale.ROOT).replace('_', '-');
            switch (code.scope()) {
                case CONNECTION ->
                    frame(
                            "refuse-" + name,
                            "10",
                            "",
                            "REFUSE",
                            framing -> RefuseFrame.encode(framing, number, "why"),
                            "code",
                            String.valueOf(number),
                            "text",
                            "why");
                case SESSION ->
                    frame(
                            "goaway-" + name,
                            "10",
                            "",
                            "GOAWAY",
                            framing -> GoawayFrame.encode(framing, 1, 0, number, 7, "why"),
                            "code",
                            String.valueOf(number),
                            "last-stream",
                            "7",
                            "text",
                            "why");
                case MESSAGE ->
                    frame(
                            "abort-" + name,
                            "10",
                            "",
                            "ABORT",
                            framing -> AbortFrame.encode(framing, 1, 3, 0, number, "why"),
                            "code",
                            String.valueOf(number),
                            "text",
                            "why");
            }
        }
        VectorFiles.check("errors.txt", """
                One frame for each error code of docs/protocol/framing.md, section 10: REFUSE, GOAWAY or ABORT as its scope says. The form is
                that of frames.txt. Written by FrameVectorsTest.""", vectors);
    }

    private void opening() {
        frame(
                "open",
                "2",
                "asks for a session by a token of 40 bytes; its terms are a numbering digest alone",
                "OPEN",
                framing -> OpenFrame.encode(framing, TOKEN, DIGEST, filled(16, 0x70)),
                "token",
                HEX.formatHex(TOKEN),
                "digest",
                HEX.formatHex(DIGEST),
                "terms",
                "70".repeat(16));
        frame(
                "open-listed",
                "2",
                "the same where the answer listed nine parts, of which the first and the last are alike",
                "OPEN",
                framing -> OpenFrame.encode(framing, TOKEN, DIGEST, HEX.parseHex("70".repeat(16) + "09000101")),
                "token",
                HEX.formatHex(TOKEN),
                "digest",
                HEX.formatHex(DIGEST),
                "terms",
                "70".repeat(16) + "09000101");
        frame(
                "accept",
                "4",
                "grants a session that cannot be resumed",
                "ACCEPT",
                framing -> AcceptFrame.encode(framing, DIGEST, 0, new byte[0]),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "0",
                "secret",
                "");
        frame(
                "accept-resumable",
                "12.2",
                "grants a session that can be resumed",
                "ACCEPT",
                framing -> AcceptFrame.encode(framing, DIGEST, 0, TOKEN),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "0",
                "secret",
                HEX.formatHex(TOKEN));
        frame(
                "refuse",
                "4",
                "denies a session",
                "REFUSE",
                framing -> RefuseFrame.encode(framing, 6, "other node"),
                "code",
                "6",
                "text",
                "other node");
        frame(
                "refuse-empty-text",
                "4",
                "denies a session without a reason",
                "REFUSE",
                framing -> RefuseFrame.encode(framing, 5, ""),
                "code",
                "5",
                "text",
                "");
    }

    private void expendable() {
        frame(
                "expendable",
                "5.6",
                "message 4328719365 that may be lost, of the operation with the number 3",
                "EXPENDABLE",
                framing -> ExpendableFrame.encode(
                        framing, 3, 0x0102030405L, Unpooled.copiedBuffer("hello", StandardCharsets.UTF_8)),
                "operation",
                "3",
                "message-number",
                "4328719365",
                "content",
                HEX.formatHex("hello".getBytes(StandardCharsets.UTF_8)));
    }

    private void resuming() {
        frame(
                "resume",
                "12.2",
                "asks for a session to go on, of which frames up to 0x0102030405 arrived",
                "RESUME",
                framing -> ResumeFrame.encode(framing, TOKEN, DIGEST, 0x0102030405L),
                "secret",
                HEX.formatHex(TOKEN),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "4328719365");
        frame(
                "accept-resumed",
                "12.2",
                "says that it goes on, with the next secret",
                "ACCEPT",
                framing -> AcceptFrame.encode(framing, DIGEST, 0x0102030405L, TOKEN),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "4328719365",
                "secret",
                HEX.formatHex(TOKEN));
        frame(
                "resume-durable",
                "12.5",
                "the same by the secret of a durable session",
                "RESUME",
                framing -> ResumeFrame.encode(framing, DURABLE, DIGEST, 9),
                "secret",
                HEX.formatHex(DURABLE),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "9");
        frame(
                "accept-durable",
                "12.5",
                "grants a durable session",
                "ACCEPT",
                framing -> AcceptFrame.encode(framing, DIGEST, 0, DURABLE),
                "digest",
                HEX.formatHex(DIGEST),
                "received",
                "0",
                "secret",
                HEX.formatHex(DURABLE));
        frame(
                "ack",
                "12.1",
                "frames up to 0x0102030405 arrived",
                "ACK",
                framing -> AckFrame.encode(framing, 0x0102030405L),
                "received",
                "4328719365");
    }

    private void controls() {
        frame(
                "ping",
                "7",
                "asks for a sign of life",
                "PING",
                framing -> PingFrame.encodePing(framing, 0x1122334455667788L),
                "body",
                "1234605616436508552");
        frame(
                "pong",
                "7",
                "gives it",
                "PONG",
                framing -> PingFrame.encodePong(framing, 0x1122334455667788L),
                "body",
                "1234605616436508552");
        frame(
                "goaway",
                "7",
                "ends the session",
                "GOAWAY",
                framing -> GoawayFrame.encode(framing, 9, 0, 2, 7, "why"),
                "code",
                "2",
                "last-stream",
                "7",
                "text",
                "why");
        frame(
                "goaway-drain",
                "7",
                "ends it after what is under way up to stream 7",
                "GOAWAY",
                framing -> GoawayFrame.encode(framing, 9, GoawayFrame.DRAIN, 12, 7, ""),
                "code",
                "12",
                "last-stream",
                "7",
                "text",
                "");
        frame(
                "credit",
                "6",
                "lets the peer send 65,536 bytes more on stream 3",
                "CREDIT",
                framing -> CreditFrame.encode(framing, 4, 3, 65_536),
                "bytes",
                "65536");
        frame(
                "credit-session",
                "6",
                "lets it send the most that can be said in all",
                "CREDIT",
                framing -> CreditFrame.encode(framing, 5, 0, Integer.MAX_VALUE),
                "bytes",
                "2147483647");
        frame(
                "abort",
                "5",
                "ends stream 3",
                "ABORT",
                framing -> AbortFrame.encode(framing, 6, 3, 0, 22, "caf\u00e9"),
                "code",
                "22",
                "text",
                "caf\u00e9");
        frame(
                "abort-dispatched",
                "5",
                "ends stream 5, whose message may have been worked on",
                "ABORT",
                framing -> AbortFrame.encode(framing, 7, 5, AbortFrame.DISPATCHED, 18, "no room"),
                "code",
                "18",
                "text",
                "no room");
    }

    private void data() {
        declared(
                "data-request",
                "a whole request",
                1,
                1,
                DataFrame.BEGIN | DataFrame.END | DataFrame.REQUEST,
                5,
                "hello");
        declared(
                "data-one-way",
                "a whole one-way message",
                1,
                2,
                DataFrame.BEGIN | DataFrame.END | DataFrame.ONE_WAY,
                5,
                "hello");
        declared("data-fault", "a whole fault", 1, 1, DataFrame.BEGIN | DataFrame.END | DataFrame.FAULT, 5, "hello");
        declared(
                "data-first-of-response",
                "the first fragment of a response of at most 1 MiB; highest number, highest stream",
                0xFFFF_FFFF_FFFFL,
                Integer.MAX_VALUE,
                DataFrame.BEGIN | DataFrame.AT_MOST | DataFrame.RESPONSE,
                1 << 20,
                "he");
        declared(
                "data-raised-bound",
                "a fragment that raises the bound to 4 MiB",
                2,
                1,
                DataFrame.AT_MOST,
                1 << 22,
                "l");
        frame(
                "data-last",
                "5",
                "the last fragment",
                "DATA",
                framing -> DataFrame.encode(framing, 3, 1, DataFrame.END, text("llo")),
                "content",
                hex("llo"));
        frame(
                "data-empty-last",
                "5",
                "an end without content",
                "DATA",
                framing -> DataFrame.encode(framing, 3, 1, DataFrame.END, text("")),
                "content",
                "");
        frame(
                "data-with-sides",
                "5.1",
                "a whole request that announces two side streams",
                "DATA",
                framing -> DataFrame.encodeDeclared(
                        framing,
                        7,
                        1,
                        DataFrame.BEGIN | DataFrame.END | DataFrame.REQUEST | DataFrame.announcing(2),
                        5,
                        text("hello")),
                "declared",
                "5",
                "count",
                "2",
                "content",
                hex("hello"));
        frame(
                "data-side",
                "5.1",
                "begins side stream 1 of the message on stream 1, of at most 1 GiB, without content",
                "DATA",
                framing -> DataFrame.encodeSide(framing, 9, 3, 1 << 30, 1, 1),
                "declared",
                "1073741824",
                "message",
                "1",
                "number",
                "1",
                "content",
                "");
    }

    private void declared(
            String name, String meaning, long sequence, int stream, int flags, long declared, String text) {
        frame(
                name,
                "5",
                meaning,
                "DATA",
                framing -> DataFrame.encodeDeclared(framing, sequence, stream, flags, declared, text(text)),
                "declared",
                String.valueOf(declared),
                "content",
                hex(text));
    }

    private void preamble(String name, String meaning, int features) {
        ByteBuf bytes = Preamble.encode(ByteBufAllocator.DEFAULT, features);
        vectors.add(VectorFiles.vector(name, "2", meaning, "features", String.valueOf(features), "hex", dump(bytes)));
    }

    private void frame(
            String name,
            String section,
            String meaning,
            String type,
            Function<Framing, ByteBuf> made,
            String... fields) {
        for (boolean checksum :
                name.equals("open") || name.equals("ping") ? new boolean[] {true, false} : new boolean[] {true}) {
            ByteBuf frame = made.apply(new Framing(ByteBufAllocator.DEFAULT, checksum));
            Map<String, String> all = new LinkedHashMap<>();
            all.put("section", section);
            all.put("meaning", meaning.isEmpty() ? "the error of that name" : meaning);
            all.put("checksum", String.valueOf(checksum));
            all.put("type", type);
            all.put("flags", String.valueOf(FrameHeader.flags(frame)));
            all.put("sequence", String.valueOf(FrameHeader.sequence(frame)));
            all.put("stream", String.valueOf(FrameHeader.stream(frame)));
            for (int i = 0; i < fields.length; i += 2) {
                all.put(fields[i], fields[i + 1]);
            }
            all.put("hex", dump(frame));
            vectors.add(new Vector(checksum ? name : name + "-without-checksum", all));
        }
    }

    private static String dump(ByteBuf bytes) {
        try {
            return ByteBufUtil.hexDump(bytes);
        } finally {
            bytes.release();
        }
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    private static String hex(String text) {
        return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] durable() {
        byte[] secret = counted(56);
        Arrays.fill(secret, 0, 8, (byte) 0);
        return secret;
    }

    private static byte[] counted(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
