package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the tables of docs/protocol/channels.md and durable.md list the same names as the code. */
class ChannelsPageTest {
    private static final Path PAGES = Path.of("..", "docs", "protocol");
    private static final Pattern CODE = Pattern.compile("(?:refuse|end|ends with|Close \\d+ \\|) ([A-Z_]{2,})");

    @Test
    void theHeadersOfPostsAreThoseOfTheCode() throws IOException {
        assertThat(firstCells("channels.md", "## 14.", "| header |"))
                .containsExactly(
                        code(HttpFrames.CONNECTION_HEADER),
                        code(HttpFrames.NUMBER_HEADER),
                        code(HttpFrames.END_HEADER));
    }

    @Test
    void theHeadersOfAnUpgradeAreThoseOfTheCode() throws IOException {
        assertThat(firstCells("channels.md", "## 15.", "| header |"))
                .contains(code(WebSocket.DIGEST_HEADER), code(WebSocket.TOKEN_HEADER));
    }

    @Test
    void theCodesOfAWebSocketsEndAreThoseOfTheCode() throws IOException {
        assertThat(firstCells("channels.md", "## 15.", "| code |"))
                .containsExactly(
                        Stream.of(WebSocket.NORMAL, WebSocket.PROTOCOL_ERROR, WebSocket.UNSUPPORTED, WebSocket.TOO_LONG)
                                .map(String::valueOf)
                                .toArray(String[]::new));
    }

    @Test
    void theRowsOfResumingHaveErrorCodesOfTheCode() throws IOException {
        String page = Files.readString(PAGES.resolve("durable.md"));
        List<String> named = CODE.matcher(page.substring(page.indexOf("### 12.4"), page.indexOf("### 12.5")))
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();

        assertThat(named).hasSizeGreaterThan(6);
        assertThat(Stream.of(ErrorCode.values()).map(Enum::name)).containsAll(named);
    }

    /** Returns the first cells of the first table with the given head below the heading. */
    private static List<String> firstCells(String page, String heading, String head) throws IOException {
        String text = Files.readString(PAGES.resolve(page));
        String below = text.substring(text.indexOf("\n" + head, text.indexOf("\n" + heading)) + 1);
        return below.lines()
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
    }

    private static String code(String name) {
        return "`" + name + "`";
    }
}
