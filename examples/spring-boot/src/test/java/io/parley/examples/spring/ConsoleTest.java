package io.parley.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.examples.spring.client.ForecastClient;
import io.parley.examples.spring.service.ForecastService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the operator's page of both applications of the sample, in a browser. */
class ConsoleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path PICTURES = Path.of("target", "console");
    private static final String ENTER = "\uE007";
    private static final String ESCAPE = "\uE00C";

    @TempDir
    private static Path folder;

    private static Browser browser;
    private static ConfigurableApplicationContext service;
    private static ConfigurableApplicationContext client;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(folder);
        service = ForecastService.start(quiet());
        client = ForecastClient.start(
                quiet("--forecast.address=http://localhost:" + port(service) + "/services/forecast"));
        Forecast forecast = client.getBean(Forecast.class);
        for (int call = 0; call < 20; call++) {
            assertThat(forecast.temperatures("Rome", 48)).hasSize(48);
        }
        browser.resize(1280, 900, false);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {client, service, browser}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Test
    void aClientsPageShowsItsSessionAndTimesBothWays() throws Exception {
        open(client);
        callUntil(text -> assertThat(text).contains("planner", "Sessions (1)", "websocket", "NEGOTIATING", "≤ "));
        assertThat(browser.text()).contains("Calls streamed", "Every part travels typed", "parley.limits.total-bytes");
        browser.prefer("light");
        browser.picture(PICTURES.resolve("light.png"));
        browser.prefer("dark");
        browser.picture(PICTURES.resolve("dark.png"));
        browser.prefer("light");
        browser.resize(390, 844, true);
        assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
                .as("nothing is wider than a phone")
                .isLessThanOrEqualTo(390);
        assertThat(browser.run("return [...document.querySelectorAll('tbody td, tbody th')]"
                                + ".filter(each => each.getBoundingClientRect().right > 390).length")
                        .asInt())
                .as("cells that a phone cuts")
                .isZero();
        browser.picture(PICTURES.resolve("phone.png"));
        browser.resize(1280, 900, false);
        assertThat(browser.complaints()).isEmpty();
    }

    /** The totals after days in production, and totals for sessions that cost more than SOAP. */
    @Test
    void itSaysWhatAllSessionsSavedSoFarInTimeAndInBytes() throws Exception {
        open(client);
        callUntil(text -> assertThat(text)
                .contains("Break-even so far", "calls by the stream compared with", "Bytes of calls", "temperatures"));

        browser.run("paused = true; nodes.forEach(n => { const s = n.status; s.at = Date.UTC(2026, 10, 26, 12);"
                + " const c = s.endpoints[0].state.calls; c.times.stream.fill(0, 1); c.times.stream[0] = 10000;"
                + " c.breakEven = { savingPerCallMicros: 1152001, overheadMicros: 1000 };"
                + " c.bytes = { since: Date.UTC(2026, 10, 23, 12), saved: 41e9, compared: 10000, comparedWith: 10,"
                + " operations: [{ operation: 'a', soapCalls: 10, soapBytes: 5e7, streamCalls: 10000, streamBytes: 9e9,"
                + " saved: 41e9 }, { operation: 'b', soapCalls: 0, soapBytes: 0, streamCalls: 7, streamBytes: 99,"
                + " saved: 0 }] }; }); draw()");
        assertThat(browser.text())
                .contains("saved 3 h 12 min of waiting and 41 GB since Monday")
                .contains("10,000 of 10,007 calls by the stream compared with 10 by SOAP")
                .contains("not compared");

        browser.run("nodes.forEach(n => n.status.endpoints[0].state.calls.bytes.saved = -4000); draw()");
        assertThat(browser.text()).contains("saved 3 h 12 min of waiting, lost 4 kB since Monday");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aServicesPageShowsWhoCalls() throws Exception {
        open(service);
        callUntil(text -> assertThat(text).contains("forecasts", "Sessions (1)", "127.0.0.1", "were timed"));
        browser.picture(PICTURES.resolve("service.png"));
    }

    @Test
    void anOrderIsGivenByKeyboardAndConfirmed() throws Exception {
        open(client);
        callUntil(text -> assertThat(text).contains("Sessions (1)"));
        focus("article button[data-kind=off]");
        browser.type(ENTER);
        assertThat(browser.run("return document.activeElement.closest('dialog').open")
                        .asBoolean())
                .isTrue();
        browser.picture(PICTURES.resolve("confirm.png"));
        browser.type(ESCAPE);
        assertThat(browser.text()).as("not confirmed").doesNotContain("Off: calls go by SOAP");

        focus("article button[data-kind=off]");
        browser.type(ENTER);
        focus("#confirm-yes");
        browser.type(ENTER);
        callUntil(text -> assertThat(text).contains("Off: calls go by SOAP", "SWITCHED_OFF", "switch it on again"));

        focus("article button[data-kind=on]");
        browser.type(ENTER);
        focus("#confirm-yes");
        browser.type(ENTER);
        callUntil(text -> assertThat(text).doesNotContain("Off: calls go by SOAP"));
        assertThat(browser.complaints()).isEmpty();
    }

    /** Keyboard focus and reading position are kept while figures change. */
    @Test
    void theFocusStaysWhileThePageIsDrawnAgain() throws Exception {
        open(client);
        callUntil(text -> assertThat(text).contains("Sessions (1)"));
        browser.run("window.known = document.querySelector('article button'); window.known.focus(); nodes.forEach(n =>"
                + " n.status.endpoints[0].state.calls.streamed++); draw()");
        assertThat(browser.run("return document.activeElement === window.known && window.known.isConnected")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void whatPeersSayIsShownAsText() throws Exception {
        open(client);
        callUntil(text -> assertThat(text).contains("Sessions (1)"));
        browser.run(
                "paused = true; nodes.forEach(n => { const e = n.status.endpoints[0]; e.port = '<img src=x id=bad>';"
                        + " e.state.calls.lastDetail = '<script id=bad></script>'; }); draw()");
        assertThat(browser.text()).contains("<img src=x id=bad>", "<script id=bad></script>");
        assertThat(browser.run("return document.getElementById('bad')").isNull())
                .isTrue();
    }

    private static void open(ConfigurableApplicationContext application) throws Exception {
        browser.open("http://localhost:" + port(application) + "/actuator/parley/console/");
    }

    private static void focus(String selector) throws Exception {
        browser.run("document.querySelector('" + selector + "').focus()");
    }

    private static void callUntil(ThrowingConsumer<String> shown) {
        Forecast forecast = client.getBean(Forecast.class);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(forecast.temperatures("Rome", 48)).hasSize(48);
            shown.accept(browser.text());
        });
    }

    private static String[] quiet(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--parley.console=true",
                "--parley.negotiation-millis=60000",
                "--spring.main.banner-mode=off",
                "--spring.jmx.enabled=false"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String port(ConfigurableApplicationContext application) {
        return application.getEnvironment().getProperty("local.server.port");
    }
}
