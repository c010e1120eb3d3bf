package io.parley.channel.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeTest {
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    UpgradeTest() {
        set("Upgrade", "websocket");
        set("Connection", "keep-alive, Upgrade");
        set("Sec-WebSocket-Version", "13");
        set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        set("Sec-WebSocket-Protocol", "other, frames.parley.1");
        set("Parley-Digest", DIGEST);
        set("Parley-Token", "ab".repeat(40));
    }

    /** The example of RFC 6455, section 1.3. */
    @Test
    void theKeyIsAnsweredAsInTheExampleOfTheStandard() throws Exception {
        Upgrade upgrade = Upgrade.read("GET", this::all, Set.of());

        assertThat(upgrade.answer())
                .containsEntry("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                .containsEntry("Sec-WebSocket-Protocol", "frames.parley.1")
                .doesNotContainKey("Sec-WebSocket-Extensions");
        assertThat(upgrade).hasToString("upgrade to open a session");
    }

    @ParameterizedTest
    @CsvSource({
        "Connection, close, 400",
        "Connection, , 400",
        "Sec-WebSocket-Version, 8, 426",
        "Sec-WebSocket-Version, , 426",
        "Sec-WebSocket-Key, , 400",
        "Sec-WebSocket-Key, dGhl, 400",
        "Sec-WebSocket-Key, ****, 400",
        "Sec-WebSocket-Protocol, , 400",
        "Sec-WebSocket-Protocol, chat, 400",
        "Parley-Digest, , 400",
        "Parley-Digest, 0123, 400",
        "Parley-Digest, xy, 400",
        "Parley-Token, '', 400",
        "Parley-Token, ABAB, 400",
        "Parley-Token, aba, 400",
        "Origin, https://elsewhere.example, 403",
        "Origin, null, 403",
    })
    void aHeaderThatIsMissingOrAnotherIsRefused(String name, String value, int status) {
        headers.remove(name);
        if (value != null) {
            set(name, value);
        }
        assertRefused("GET", status);
    }

    @Test
    void repeatedHeadersAndOtherMethodsAreRefused() {
        assertRefused("POST", 400);
        set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ==");
        assertRefused("GET", 400);
    }

    @Test
    void anOriginIsLetInThatIsAllowed() throws Exception {
        set("Origin", "https://console.example");

        Upgrade.read("GET", this::all, Set.of("https://console.example"));
        assertRefused("GET", 403);
    }

    @Test
    void withoutATokenItIsOnlyToResume() throws Exception {
        headers.remove("Parley-Token");
        Upgrade upgrade = Upgrade.read("GET", this::all, Set.of());

        assertThat(upgrade).hasToString("upgrade to resume a session");
        assertThatThrownBy(() -> upgrade.check(guard(false), "")).isInstanceOfSatisfying(UpgradeRefusal.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TOKEN_REFUSED);
            assertThat(e.status()).isEqualTo(403);
        });
        upgrade.check(guard(true), "");
    }

    @Test
    void anUpgradeForAnotherNodeIsRefusedAsSuch() throws Exception {
        headers.remove("Parley-Token");
        set("Parley-Node", "00000000000000ff");
        Upgrade upgrade = Upgrade.read("GET", this::all, Set.of());

        assertThatThrownBy(() -> upgrade.check(guard(true, "00000000000000fe"), ""))
                .isInstanceOfSatisfying(UpgradeRefusal.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.WRONG_NODE);
                    assertThat(e.status()).isEqualTo(403);
                });
        upgrade.check(guard(true, "00000000000000ff"), "");
        set("Parley-Node", "no node");
        assertRefused("GET", 400);
    }

    /**
     * Returns a guard that accepts no token.
     *
     * @param hasSession true if it accepts resumptions
     */
    private static Upgrade.Guard guard(boolean hasSession) {
        return guard(hasSession, "");
    }

    private static Upgrade.Guard guard(boolean hasSession, String node) {
        return new Upgrade.Guard() {
            @Override
            public Upgrade.Verdict mayOpen(byte[] token, byte[] digest, String principal) {
                return Upgrade.Verdict.NO_GOOD;
            }

            @Override
            public boolean mayResume(byte[] digest, String principal) {
                return hasSession;
            }

            @Override
            public String node() {
                return node;
            }
        };
    }

    private void assertRefused(String method, int status) {
        assertThatThrownBy(() -> Upgrade.read(method, this::all, Set.of()))
                .isInstanceOfSatisfying(
                        UpgradeRefusal.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessageContaining("expected");
    }

    private void set(String name, String... values) {
        headers.put(name, Arrays.asList(values));
    }

    private List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }
}
