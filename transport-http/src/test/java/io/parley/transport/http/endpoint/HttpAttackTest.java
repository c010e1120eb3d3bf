package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.transport.http.Raw;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on an endpoint's URL. None of them reaches a handler or leaves anything in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpAttackTest {
    private static final String BODY = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<n:numbers xmlns:n='urn:samples'><number>1</number></n:numbers></s:Body></s:Envelope>";
    private static final int MOST = 100_000;
    private static final int MOST_NAMES = 100;

    private final AtomicInteger handled = new AtomicInteger();
    private HttpEndpoint endpoint;

    @BeforeAll
    void start() throws IOException {
        Limits limits = Limits.defaults()
                .with(Limit.MESSAGE_BYTES, MOST)
                .with(Limit.TOTAL_BYTES, 4 * MOST)
                .with(Limit.NAMES, MOST_NAMES);
        endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, this::sum)
                .withoutStream()
                .path("/sum")
                .limits(limits)
                .start(0);
    }

    private Total sum(Numbers numbers) {
        handled.incrementAndGet();
        return Samples.sum(numbers);
    }

    @BeforeEach
    void nothingWasHandled() {
        handled.set(0);
    }

    @AfterAll
    void nothingIsHeld() {
        await().until(() -> endpoint.heldBytes() == 0);
        endpoint.close();
    }

    @Test
    void aRequestThatIsNoAttackIsAnsweredAndTheConnectionKept() throws Exception {
        try (Raw raw = new Raw(port())) {
            assertThat(raw.send(post("", BODY)).response())
                    .startsWith("HTTP/1.1 200")
                    .contains("<value>1.0</value>");
            assertThat(raw.send(chunked(BODY)).response()).startsWith("HTTP/1.1 200");
            assertThat(raw.send(post("", BODY) + post("", BODY)).response()).startsWith("HTTP/1.1 200");
            assertThat(raw.response()).startsWith("HTTP/1.1 200");
        }
        assertThat(handled).hasValue(4);
    }

    /** Request smuggling: bytes that one reader takes for the body are the next request for another. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                "Content-Length: 4\r\nContent-Length: 5\r\n",
                "Content-Length: 4, 5\r\n",
                "Content-Length: +4\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 0x4\r\n",
                "Content-Length: 4 4\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: chunked, identity\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Content-Length : 4\r\n",
                " Content-Length: 4\r\n"
            })
    void smugglingByTwoWaysToFindTheEndOfABodyIsRefused(String headers) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n" + headers + "\r\n0\r\n\r\n"
                    + post("", BODY));

            assertThat(raw.rest())
                    .matches("(?s)HTTP/1\\.1 (400|415|501) .*PROTOCOL.*")
                    .doesNotContain("200 OK");
        }
        assertThat(handled).hasValue(0);
    }

    /** Request splitting: neither a bare line feed nor a carriage return alone ends a line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /sum HTTP/1.1\nHost: x\n\n",
                "POST /sum HTTP/1.1\r\nHost: x\nX: y\r\n\r\n",
                "POST /sum HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 5\r\n\r\n",
                "POST /sum HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n",
                "POST /sum HTTP/1.1\r\nHo st: x\r\n\r\n",
                "POST /sum\r\n\r\n",
                "POST /sum HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n"
            })
    void requestSplittingByLinesThatEndOtherwiseIsRefused(String head) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send(head + post("", BODY));
            assertThat(raw.rest()).startsWith("HTTP/1.1 4").doesNotContain("200 OK");
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void aRequestWithNoHostOrTwoIsRefused() throws Exception {
        for (String hosts : new String[] {"", "Host: a\r\nHost: b\r\n"}) {
            try (Raw raw = new Raw(port())) {
                raw.send("POST /sum HTTP/1.1\r\n" + hosts + "Content-Length: 0\r\n\r\n");
                assertThat(raw.rest()).startsWith("HTTP/1.1 400").contains("PROTOCOL");
            }
        }
    }

    @Test
    void headerFloodsAreRefusedByTheirBytesAndByTheirNumber() throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 431").contains("LIMIT");
        }
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\n" + "X: y\r\n".repeat(200) + "\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 431").contains("LIMIT");
        }
        try (Raw raw = new Raw(port())) {
            raw.send("POST /" + "x".repeat(10_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 414").contains("LIMIT");
        }
    }

    @Test
    void aBodyThatBecomesMoreObjectsThanThereIsMemoryForMayComeAgain() throws Exception {
        Limits little = Limits.defaults().with(Limit.OBJECT_BYTES, 256 * 1024);
        String many = BODY.replace("<number>1</number>", "<number>1</number>".repeat(5_000));
        try (HttpEndpoint small = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, this::sum)
                        .withoutStream()
                        .path("/sum")
                        .limits(little)
                        .start(0);
                Raw raw = new Raw(small.url().getPort())) {
            for (int time = 0; time < 3; time++) {
                assertThat(raw.send(post("", many)).response())
                        .startsWith("HTTP/1.1 503")
                        .contains("BUDGET", Limit.OBJECT_BYTES.setting());
            }
            assertThat(raw.send(post("", BODY)).response()).startsWith("HTTP/1.1 200");
        }
        assertThat(handled).hasValue(1);
    }

    @Test
    void aBodyOverTheLimitIsRefusedBeforeItIsHeld() throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 9999999999\r\n\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 413").contains("LIMIT", Limit.MESSAGE_BYTES.setting());
            assertThat(endpoint.heldBytes()).isZero();
        }
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n");
            String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
            for (int sent = 0; sent < MOST + 0x4000; sent += 0x4000) {
                raw.send(chunk);
            }
            assertThat(raw.rest()).startsWith("HTTP/1.1 413").contains("LIMIT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffffffffffffffff", "-1", "7fffffff", "0x10", "zz", ""})
    void aChunkWhoseLengthIsNoneIsRefused(String length) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + length + "\r\n" + "x".repeat(MOST + 1));
            assertThat(raw.rest()).startsWith("HTTP/1.1 4").doesNotContain("200 OK");
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void chunkExtensionsAreReadOverAndTheirFloodIsRefused() throws Exception {
        String head = "POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
        String length = Integer.toHexString(BODY.length());
        try (Raw raw = new Raw(port())) {
            raw.send(head + length + ";name=value\r\n" + BODY + "\r\n0\r\n\r\n");
            assertThat(raw.response()).startsWith("HTTP/1.1 200");
        }
        try (Raw raw = new Raw(port())) {
            raw.send(head + length + ";" + "x".repeat(20_000) + "\r\n" + BODY + "\r\n0\r\n\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 4").contains("LIMIT");
        }
        assertThat(handled).hasValue(1);
    }

    @Test
    void aGzipBombIsRefusedByWhatItExpandsTo() throws Exception {
        byte[] bomb = zipped(BODY.replace("<number>", "<number>" + " ".repeat(50_000_000)));
        assertThat(bomb.length).isLessThan(MOST);
        try (Raw raw = new Raw(port())) {
            raw.send(head("Content-Encoding: gzip\r\n", bomb.length)).send(bomb);
            assertThat(raw.response()).startsWith("HTTP/1.1 500").contains("LIMIT");
        }
        byte[] sound = zipped(BODY);
        try (Raw raw = new Raw(port())) {
            raw.send(head("Content-Encoding: gzip\r\n", sound.length)).send(sound);
            assertThat(raw.response()).startsWith("HTTP/1.1 200");
            raw.send(head("Content-Encoding: gzip\r\n", 4)).send("nope");
            assertThat(raw.response()).startsWith("HTTP/1.1 500").contains("MALFORMED_MESSAGE");
        }
        assertThat(handled).hasValue(1);
    }

    /** Path tricks: a path has exactly one accepted spelling. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/sum/",
                "//sum",
                "/./sum",
                "/x/../sum",
                "/%73um",
                "/sum%00",
                "/sum;x=y",
                "/SUM",
                "\\sum",
                "*",
                "sum",
                "/sum#x",
                "http:sum",
                "/..%2fsum"
            })
    void pathTricksReachNothing(String path) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: "
                    + BODY.length() + "\r\n\r\n" + BODY);
            assertThat(raw.rest()).matches("(?s)HTTP/1\\.1 40[04] .*");
        }
        assertThat(handled).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "TRACE", "CONNECT", "OPTIONS", "get"})
    void methodsThatAreNotServedAreRefused(String method) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send(method + " /sum HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(raw.rest()).startsWith("HTTP/1.1 405");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE e [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
                "<!DOCTYPE e SYSTEM 'http://127.0.0.1:1/x.dtd'>",
                "<!DOCTYPE e [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>"
            })
    void documentTypesAreRefused(String type) throws Exception {
        try (Raw raw = new Raw(port())) {
            assertThat(raw.send(post("", type + BODY)).response())
                    .startsWith("HTTP/1.1 500")
                    .contains("XML_REFUSED")
                    .doesNotContain("root:");
        }
        assertThat(handled).hasValue(0);
    }

    /** Wherever they are: in a header block that is passed over, or in the body. */
    @ParameterizedTest
    @ValueSource(strings = {"<s:Body>", "<number>"})
    void moreNamesThanAllowedAreRefused(String before) throws Exception {
        StringBuilder names = new StringBuilder(before.equals("<s:Body>") ? "<s:Header><x>" : "");
        for (int i = 0; i < MOST_NAMES; i++) {
            names.append("<n").append(i).append("/>");
        }
        names.append(before.equals("<s:Body>") ? "</x></s:Header>" : "");
        try (Raw raw = new Raw(port())) {
            assertThat(raw.send(post("", BODY.replace(before, names + before))).response())
                    .startsWith("HTTP/1.1 500")
                    .contains("LIMIT", Limit.NAMES.setting());
        }
        assertThat(handled).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/json\r\n",
                "Content-Type: text/xml; charset=UTF-7\r\n",
                "Content-Type: text/xml; charset=\"ebcdic-cp-us\"\r\n",
                "Content-Type: text/xml\r\nContent-Encoding: deflate\r\n",
                "Content-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n",
                ""
            })
    void otherMediaTypesAndCodingsAreRefused(String headers) throws Exception {
        try (Raw raw = new Raw(port())) {
            raw.send("POST /sum HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: " + BODY.length() + "\r\n\r\n"
                    + BODY);
            assertThat(raw.rest()).startsWith("HTTP/1.1 415").contains("PROTOCOL");
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void aHeaderBlockThatMustBeUnderstoodAndIsNotKeepsTheHandlerFromRunning() throws Exception {
        String envelope =
                BODY.replace("<s:Body>", "<s:Header><x:pay xmlns:x='urn:x' s:mustUnderstand='1'/></s:Header><s:Body>");
        try (Raw raw = new Raw(port())) {
            assertThat(raw.send(post("", envelope)).response())
                    .startsWith("HTTP/1.1 500")
                    .contains("MustUnderstand");
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void aResponseIsInGzipOnlyForWhoAcceptsIt() throws Exception {
        try (Raw raw = new Raw(port())) {
            assertThat(raw.send(post("Accept-Encoding: br, gzip\r\n", BODY)).response())
                    .contains("Content-Encoding: gzip");
            assertThat(raw.send(post("Accept-Encoding: gzip;q=0\r\n", BODY)).response())
                    .contains("<value>");
        }
    }

    private int port() {
        return endpoint.url().getPort();
    }

    private static String head(String headers, int length) {
        return "POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n" + headers + "Content-Length: " + length
                + "\r\n\r\n";
    }

    private static String post(String headers, String body) {
        return head(headers, body.length()) + body;
    }

    private static String chunked(String body) {
        return "POST /sum HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
