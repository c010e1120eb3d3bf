package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the requests of a session are routed to its node (docs/protocol/channels.md, section 16). */
class AffinityTest {
    private static final URI URL = URI.create("http://service.example/soap/sum");
    private static final byte[] TOKEN = {1, 2, 3, 4, 5, 6, 7, (byte) 0xff, 9, 9};

    @Test
    void theRouteIsTheSameFromTheOfferOnAndAnotherForEachNegotiation() {
        Affinity offered = Affinity.begin();
        String route = offered.with(Map.of()).get("Parley-Route");

        assertThat(route).matches("[0-9a-f]{32}");
        assertThat(answered(offered)).containsEntry("Parley-Route", route);
        assertThat(Affinity.begin().with(Map.of()).get("Parley-Route")).isNotEqualTo(route);
    }

    @Test
    void theNodeIsThatOfTheToken() {
        assertThat(Affinity.begin().with(Map.of())).doesNotContainKey("Parley-Node");
        assertThat(answered(Affinity.begin())).containsEntry("Parley-Node", "01020304050607ff");
    }

    @Test
    void cookiesOfTheAnswerGoWithThoseOfTheClient() {
        String set = "NODE=.1; Path=/soap; HttpOnly";

        assertThat(answered(Affinity.begin(), set, "OTHER=b=; Max-Age=60"))
                .containsEntry("Cookie", "NODE=.1; OTHER=b=");
        assertThat(Affinity.begin().answered(TOKEN, URL, List.of(set)).with(Map.of("cookie", "own=1")))
                .containsEntry("Cookie", "own=1; NODE=.1");
    }

    /** Attack: a response sets cookies for other domains or paths, or malformed ones. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NODE=1; Domain=other.example",
                "NODE=1; Domain=vice.example",
                "NODE=1; Path=/soap/su",
                "NODE=1; Path=/other",
                "NODE=1; Secure",
                "NODE=1; Max-Age=0",
                "NODE=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "NODE=a\r\nX: y",
                "NO DE=1",
                "=1",
                ""
            })
    void cookiesForOtherPlacesAndNoCookiesAreDropped(String set) {
        assertThat(answered(Affinity.begin(), set)).doesNotContainKey("Cookie");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NODE=1; Domain=service.example",
                "NODE=1; Domain=.example",
                "NODE=1; Path=/soap/sum",
                "NODE=1; Path=/soap/",
                "NODE=1; SameSite=Lax; HttpOnly"
            })
    void cookiesForThisPlaceGoBack(String set) {
        assertThat(answered(Affinity.begin(), set)).containsEntry("Cookie", "NODE=1");
    }

    /** Attack: a response sets very many cookies. */
    @Test
    void cookiesAreBoundedInNumberAndLength() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add("c" + i + "=1");
        }
        assertThat(answered(Affinity.begin(), many.toArray(String[]::new))
                        .get("Cookie")
                        .split(";", -1))
                .hasSize(16);
        assertThat(answered(Affinity.begin(), "a=" + "x".repeat(5000), "b=1")).containsEntry("Cookie", "b=1");
    }

    private static Map<String, String> answered(Affinity offered, String... setCookies) {
        return offered.answered(TOKEN, URL, List.of(setCookies)).with(Map.of());
    }
}
