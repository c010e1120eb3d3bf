package io.parley.session;

import static io.parley.session.BytePeer.ABORT;
import static io.parley.session.BytePeer.ACK;
import static io.parley.session.BytePeer.AT_MOST;
import static io.parley.session.BytePeer.BEGIN;
import static io.parley.session.BytePeer.CREDIT;
import static io.parley.session.BytePeer.DATA;
import static io.parley.session.BytePeer.END;
import static io.parley.session.BytePeer.GOAWAY;
import static io.parley.session.BytePeer.ONE_WAY;
import static io.parley.session.BytePeer.OPEN;
import static io.parley.session.BytePeer.PING;
import static io.parley.session.BytePeer.PONG;
import static io.parley.session.BytePeer.RESPONSE;
import static io.parley.session.BytePeer.SIDES;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.RawFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every row of docs/protocol/framing.md, section 9, against the page itself. */
class UnexpectedTest {
    private static final Path PAGE = Path.of("..", "docs", "protocol", "framing.md");

    private static final Map<String, Function<BytePeer, String>> ROWS = new LinkedHashMap<>();

    static {
        opening();
        headers();
        streams();
        sideStreams();
        messagesAndFlow();
        controlAndEnd();
    }

    private static void opening() {
        ROWS.put("P1", p -> p.accepting().bytes("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)));
        ROWS.put("P2", p -> p.accepting().hex("50524c59 02 00 0000"));
        ROWS.put("P3", p -> p.accepting().hex("50524c59 01 00 8000"));
        ROWS.put("P4", p -> p.accepting().hex("50524c59 01 07 0000"));
        ROWS.put("P5", p -> p.accepting().greeted().timeout());
        ROWS.put("O1", p -> p.accepting().greeted().frame(PING, 0, 0, "0000000000000000"));
        ROWS.put("O2", p -> p.accepting().greeted().open(Side.filled(40, 1), p.digest()));
        ROWS.put("O3", p -> {
            p.accepting().side.refuseOpen = new ParleyException(ErrorCode.WRONG_NODE, "of another node");
            return p.greeted().open(Side.TOKEN, p.digest());
        });
        ROWS.put("O4", p -> p.accepting().greeted().open(Side.TOKEN, Side.filled(32, 9)));
        ROWS.put("O5", p -> {
            p.accepting().side.refuseOpen = new ParleyException(ErrorCode.LIMIT, "too many sessions");
            return p.greeted().open(Side.TOKEN, p.digest());
        });
        ROWS.put("O6", p -> p.connecting().greeted().frame(DATA, BEGIN | END | ONE_WAY, 2, "0000000000000000"));
        ROWS.put("O7", p -> p.connecting().greeted().accept(Side.filled(32, 9)));
        ROWS.put("O8", p -> p.accepted().frame(OPEN, 0, 0, "00"));
        ROWS.put("O9", p -> p.accepted().frame(ACK, 0, 0, "0000000000000000"));
    }

    private static void headers() {
        ROWS.put("H1", p -> p.accepted().raw(RawFrame.withLength(19, PING, 0, 0, 0, new byte[8])));
        ROWS.put("H2", p -> {
            ByteBuf frame = RawFrame.of(PING, 0, 0, 0, "0000000000000000");
            return p.accepted().raw(frame.setByte(16, frame.getByte(16) ^ 1));
        });
        ROWS.put("H3", p -> p.accepted().frame(99, 0, 0, ""));
        ROWS.put("H4", p -> p.accepted().frame(DATA, ONE_WAY, 1, "00"));
        ROWS.put(
                "H5",
                p -> p.accepting()
                        .hexOk("50524c59 01 00 0001")
                        .raw(RawFrame.of(PING, 0, 0, 0, "0000000000000000 00000000")));
        ROWS.put("H6", p -> p.accepted().raw(RawFrame.of(CREDIT, 0, 7, 0, "00000001")));
        ROWS.put("H7", p -> p.accepted().frame(PING, 0, 5, "0000000000000000"));
        ROWS.put("H8", p -> p.accepted().frame(CREDIT, 0, 0, "000001"));
        ROWS.put("H9", p -> p.accepted().refuse(new ParleyException(ErrorCode.TOO_SLOW, "one byte a second")));
    }

    private static void streams() {
        ROWS.put("S1", p -> p.accepted().begin(2, 0, 5));
        ROWS.put("S2", p -> p.accepted().data(3, BEGIN | END, 0).begin(1, 0, 5));
        ROWS.put("S3", p -> p.opened().begin(2, 0, 5));
        ROWS.put("S4", p -> p.accepted().frame(DATA, 0, 1, "00"));
        ROWS.put("S5", p -> p.accepted().data(1, BEGIN | END, 0).frame(DATA, END, 1, "00"));
        ROWS.put("S6", p -> p.opened().unfinishedRequest().begin(1, RESPONSE, 5));
        ROWS.put("S7", p -> p.accepted().begin(1, RESPONSE, 5));
        ROWS.put("S8", p -> p.accepted().data(1, BEGIN | END | ONE_WAY, 0).frame(DATA, END, 1, "00"));
        ROWS.put("S9", p -> p.accepted().data(1, BEGIN, 5).frame(DATA, 0, 1, ""));
        ROWS.put("S10", p -> p.accepted().data(1, BEGIN, 5).data(3, BEGIN, 5).begin(5, 0, 5));
        ROWS.put("S11", p -> p.accepted().data(1, BEGIN, 5).drained().begin(3, 0, 5));
        ROWS.put("S12", p -> p.accepted().data(1, BEGIN, 5).goaway().begin(3, 0, 5));
        ROWS.put("S13", p -> p.accepted().data(1, BEGIN, 5).goaway().frame(GOAWAY, 1, 0, "0c 00000000"));
    }

    private static void sideStreams() {
        ROWS.put("D1", p -> p.accepted().frame(DATA, BEGIN | END | SIDES, 1, "0000000000000000 0000"));
        ROWS.put("D2", p -> p.accepted().side(3, 1, 0, 0));
        ROWS.put("D3", p -> p.accepted().data(1, BEGIN, 5).side(3, 1, 0, 0));
        ROWS.put("D4", p -> {
            p.accepted().announcing(1, 1).side(3, 1, 0, AT_MOST | END);
            return p.side(5, 1, 0, AT_MOST);
        });
        ROWS.put("D5", p -> p.accepted().announcing(1, 2).side(3, 1, 2, AT_MOST));
        ROWS.put("D6", p -> {
            p.accepted().announcing(1, 2).side(3, 1, 0, AT_MOST | END);
            return p.side(5, 1, 0, AT_MOST);
        });
        ROWS.put("D7", p -> p.accepted().announcing(1, 2).announce(3, 2));
        ROWS.put("D8", p -> p.opened().cancelledRequest().answering(1, 1).side(2, 1, 0, AT_MOST));
        ROWS.put("D9", p -> p.accepted().announcing(1, 1).side(3, 1, 0, AT_MOST, 2001));
        ROWS.put("D10", p -> {
            p.accepted().announcing(1, 3).data(3, BEGIN, 5000);
            p.side(5, 1, 0, AT_MOST);
            return p.side(7, 1, 1, AT_MOST);
        });
        ROWS.put("D11", p -> p.accepted().begunSide(0, 2).frame(DATA, 0, 3, "010203"));
        ROWS.put("D12", p -> p.accepted().begunSide(0, 2).frame(DATA, END, 3, "01"));
        ROWS.put("D13", p -> p.accepted().begunSide(AT_MOST, 2000).frame(DATA, 0, 3, "00".repeat(1001)));
        ROWS.put("D14", p -> {
            p.accepted().announcing(1, 1).giveUpSide(ErrorCode.TIMEOUT);
            return p.side(3, 1, 0, AT_MOST);
        });
        ROWS.put("D15", p -> {
            p.accepted().data(1, BEGIN | ONE_WAY, 0).frame(DATA, END | SIDES, 1, "0002");
            return p.frame(DATA, END | SIDES, 1, "0001");
        });
    }

    private static void messagesAndFlow() {
        ROWS.put("M1", p -> p.accepted().begin(1, 0, 5001));
        ROWS.put("M2", p -> p.accepted().data(1, BEGIN, 4000).begin(3, 0, 4000));
        ROWS.put("M3", p -> p.accepted().data(1, BEGIN, 2).frame(DATA, 0, 1, "010203"));
        ROWS.put("M4", p -> p.accepted().data(1, BEGIN, 2).frame(DATA, END, 1, "01"));
        ROWS.put("M5", p -> {
            String toThirty = "000000000000001e 01";
            assertThat(p.accepted().data(1, BEGIN | AT_MOST, 20).frame(DATA, AT_MOST, 1, toThirty))
                    .isEqualTo("ignore");
            return p.frame(DATA, AT_MOST, 1, toThirty);
        });
        ROWS.put("F1", p -> p.accepted().data(1, BEGIN, 1001).frame(DATA, 0, 1, "00".repeat(1001)));
        ROWS.put("F2", p -> p.accepted().data(1, BEGIN, 5000).frame(DATA, 0, 1, "00".repeat(1501)));
        ROWS.put("F3", p -> p.accepted().frame(CREDIT, 0, 0, "00000000"));
        ROWS.put("F4", p -> p.accepted().frame(CREDIT, 0, 0, "7fffffff"));
        ROWS.put(
                "F5",
                p -> p.opened()
                        .unfinishedRequest()
                        .aliveFor(Duration.ofMillis(BytePeer.LIMITS.get(Limit.STALL_MILLIS))));
    }

    private static void controlAndEnd() {
        ROWS.put("C1", p -> p.accepted().frame(PONG, 0, 0, "0000000000000001"));
        ROWS.put("C2", p -> p.accepted().many(1501, CREDIT, "00000001"));
        ROWS.put("C3", p -> p.accepted().many(17, PING, "0000000000000000"));
        ROWS.put("E1", p -> {
            p.opened().request().frame(ABORT, 0, 1, "fe");
            return "taken as " + p.side.failed().get(0).why().code();
        });
        ROWS.put("E2", p -> p.opened().request().frame(ABORT, 0, 1, "01" + "41".repeat(513)));
        ROWS.put("E3", p -> {
            p.opened().request().frame(ABORT, 0, 1, "01 41 1b 0a ff 42");
            assertThat(p.side.failed().get(0).why()).hasMessageEndingWith("A???B");
            return "these are replaced by `?`";
        });
        ROWS.put("E4", p -> {
            p.opened().side.session.onConnectionClosed(null);
            return "the session ends with " + p.side.why().code();
        });
    }

    static Stream<String> rows() {
        return ROWS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRowOfThePageHappens(String row) throws IOException {
        try (BytePeer peer = new BytePeer()) {
            assertThat(ROWS.get(row).apply(peer)).isIn((Object[]) allowed(page().get(row)));
        }
    }

    @Test
    void everyRowOfThePageIsTested() throws IOException {
        assertThat(ROWS.keySet()).containsExactlyInAnyOrderElementsOf(page().keySet());
    }

    @Test
    void afterAnIgnoredFrameTheSessionLives() {
        try (BytePeer peer = new BytePeer()) {
            assertThat(peer.accepted().data(1, BEGIN | END | ONE_WAY, 0).frame(DATA, END, 1, "00"))
                    .isEqualTo("ignore");
            peer.data(3, BEGIN | END | ONE_WAY, 0);
            assertThat(peer.side.received()).hasSize(2);
        }
    }

    @Test
    void whatFollowsAnAbortedMessageIsDroppedAndItsCreditGivenBack() {
        try (BytePeer peer = new BytePeer()) {
            peer.accepted().begin(1, 0, 5001);
            for (int i = 0; i < 20; i++) {
                assertThat(peer.frame(DATA, 0, 1, "00".repeat(500))).isEqualTo("ignore");
            }
        }
    }

    private static String[] allowed(String happens) {
        return happens.startsWith("refuse or end ")
                ? new String[] {happens.replace("refuse or end", "refuse"), happens.replace("refuse or end", "end")}
                : new String[] {happens};
    }

    /** Returns the expected effects, by row. */
    private static Map<String, String> page() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        String page = Files.readString(PAGE);
        page.substring(page.indexOf("## 9."), page.indexOf("## 10."))
                .lines()
                .filter(line -> line.matches("\\| [A-Z]\\d+ \\|.*"))
                .forEach(line -> {
                    String[] cells = line.split("\\|", -1);
                    rows.put(cells[1].trim(), cells[4].trim());
                });
        return rows;
    }
}
