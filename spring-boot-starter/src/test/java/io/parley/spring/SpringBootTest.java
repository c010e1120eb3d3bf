package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.parley.ConfigurationException;
import io.parley.cxf.ParleyEndpointMXBean;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.metrics.ChannelTag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.metrics.micrometer.provider.TagsCustomizer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests two Spring Boot applications, each switched on by one line among its properties. */
class SpringBootTest {
    private static final String ON = "parley.enabled=true";
    private static final String BY_POSTS = "parley.channels=http";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<ConfigurableApplicationContext> running = new ArrayList<>();

    @AfterEach
    void stop() {
        for (int i = running.size() - 1; i >= 0; i--) {
            running.get(i).close();
        }
    }

    @Test
    void withOneLineOnBothSidesCallsStreamAndTheActuatorShowsIt() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class, ON);
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(service));
        ListAppender<ILoggingEvent> log = logged();

        callUntilStreamed(client);

        ParleyEndpointMXBean ofClient = endpoints(client).get(0).state();
        assertThat(ofClient.getAgreement())
                .containsEntry("channel", "websocket")
                .containsEntry("representation", "hhfr")
                .containsEntry("compression", "none");
        assertThat(ofClient.getFallbacks()).containsKey("NEGOTIATING");
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.contains("channel=websocket representation=hhfr agreement="));
        assertThat(get(client, "/actuator/parley"))
                .contains("\"on\":true", "\"type\":\"Client\"", "\"channel\":\"websocket\"", "\"NEGOTIATING\":");
        assertThat(get(service, "/actuator/parley")).contains("\"type\":\"Service\"", "\"service\":\"{urn:parley");
        assertThat(get(client, "/actuator/health"))
                .contains("\"parley\":{", "\"status\":\"UP\"", "\"streamedCalls\":", "\"fallbacks\":{");
        MeterRegistry meters = service.getBean(MeterRegistry.class);
        assertThat(meters.get("parley.calls.streamed")
                        .tag("side", "service")
                        .functionCounter()
                        .count())
                .isPositive();
        assertThat(service.getBeansOfType(TagsCustomizer.class).values()).hasAtLeastOneElementOfType(ChannelTag.class);
    }

    /** Regression: each post of frames was counted as a request, and a held one was the slowest of all. */
    @Test
    void requestsThatCarryFramesAreNotAmongBootsRequests() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class, ON, BY_POSTS);
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(service));
        callUntilStreamed(client);
        MeterRegistry meters = service.getBean(MeterRegistry.class);
        for (int call = 0; call < 20; call++) {
            assertThat(call(client)).isEqualTo(42);
        }
        long bySoap = endpoints(client).get(0).state().getFallbacks().values().stream()
                .mapToLong(Long::longValue)
                .sum();

        service.close();

        assertThat(meters.find("http.server.requests").timers())
                .as("calls by SOAP and offers alone")
                .isNotEmpty()
                .extracting(Timer::count)
                .satisfies(counts -> assertThat(
                                counts.stream().mapToLong(Long::longValue).sum())
                        .isBetween(bySoap, bySoap + 5));
    }

    @Test
    void monitorsBindNothingAndAnApplicationMayWaitUntilItsServiceIsPrepared() throws Exception {
        ConfigurableApplicationContext idle = start(Twice.Serving.class, ON);
        assertThat(get(idle, "/actuator/health")).contains("\"parley\":{");
        assertThat(get(idle, "/actuator/parley")).contains("\"untyped\":[\"not bound yet");

        ConfigurableApplicationContext prepared = start(Twice.Prepared.class, ON);
        assertThat(get(prepared, "/actuator/parley")).contains("\"untyped\":[]");
    }

    @Test
    void theSwitchOfTheActuatorHoldsAtOnceAndCanBeTurnedBack() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class, ON);
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(service));
        callUntilStreamed(client);
        ParleyEndpointMXBean ofClient = endpoints(client).get(0).state();
        long streamed = ofClient.getStreamedCalls();
        try {
            assertThat(post(client, "/actuator/parley", "{\"on\":false}")).contains("\"on\":false");
            assertThat(call(client)).isEqualTo(42);
            assertThat(ofClient.getStreamedCalls()).isEqualTo(streamed);
            assertThat(ofClient.getFallbacks()).containsKey("SWITCHED_OFF");
            assertThat(get(client, "/actuator/health")).contains("\"status\":\"UP\"", "\"on\":false");
        } finally {
            assertThat(post(client, "/actuator/parley", "{\"on\":true}")).contains("\"on\":true");
        }
    }

    @Test
    void withoutTheLineThereIsNothingOfIt() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class);
        ConfigurableApplicationContext client = start(Twice.Asking.class, address(service));

        assertThat(call(client)).isEqualTo(42);

        assertThat(endpoints(client)).isEmpty();
        assertThat(endpoints(service)).isEmpty();
        assertThat(get(service, "/actuator/parley")).contains("\"endpoints\":[]");
    }

    @Test
    void withTheLineOnOneSideCallsGoBySoapAndTheActuatorSaysWhy() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class);
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(service));

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(call(client)).isEqualTo(42);
            assertThat(endpoints(client).get(0).state().getFallbacks()).containsKey("NOT_CAPABLE");
        });

        assertThat(endpoints(client).get(0).state().getStreamedCalls()).isZero();
        assertThat(get(client, "/actuator/parley")).contains("\"NOT_CAPABLE\":");
    }

    @Test
    void aRestServiceOfTheApplicationAnswersWithTheLineAsWithout() throws Exception {
        ConfigurableApplicationContext without = start(Half.Serving.class);
        ConfigurableApplicationContext with = start(Half.Serving.class, ON);
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(with));

        assertThat(get(without, "/services/rest/half/42")).isEqualTo("21");
        assertThat(get(with, "/services/rest/half/42")).isEqualTo("21");
        assertThat(post(with, "/services/rest/half", "43")).isEqualTo("21.5");
        callUntilStreamed(client);
        assertThat(endpoints(with))
                .as("SOAP alone")
                .extracting(ParleyEndpoints.Entry::type)
                .containsExactly("Service");
    }

    /** Regression: the shutdown waited for the held post of an idle session, up to twenty seconds. */
    @Test
    void aGracefulShutdownWaitsForNoPostThatIsHeld() {
        ConfigurableApplicationContext service = start(Twice.Serving.class, ON, BY_POSTS, "server.shutdown=graceful");
        ConfigurableApplicationContext client = start(Twice.Asking.class, ON, address(service));
        callUntilStreamed(client);
        assertThat(ParleyEndpoints.sessions(service.getBean(Bus.class)).sessions())
                .isOne();

        long begun = System.nanoTime();
        service.close();

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
        assertThat(endpoints(client).get(0).state().getStreamedCalls()).isPositive();
    }

    @Test
    void settingsReachTheBusFromWhereverSpringFindsThem() {
        ConfigurableApplicationContext service = start(
                Twice.Serving.class,
                "parley.compression=delta",
                "parley.channels[0]=http",
                "parley.channels[1]=stream",
                "parley.limits.message-bytes=1000000");
        Bus bus = service.getBean(Bus.class);
        assertThat(bus.getProperty("parley.compression")).isEqualTo("delta");
        assertThat(bus.getProperty("parley.channels")).isEqualTo("http,stream");
        assertThat(bus.getProperty("parley.limits.message-bytes")).isEqualTo("1000000");
        assertThat(bus.getProperty("parley.mode")).isNull();
    }

    @Test
    void aFaultyPropertyEndsTheStartWithBootsReportOfIt() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThatThrownBy(() -> start(Twice.Serving.class, "parley.limits.mesage-bytes=64MB"))
                    .hasRootCauseInstanceOf(ConfigurationException.class);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsSubsequence(
                        "APPLICATION FAILED TO START",
                        "The property parley.limits.mesage-bytes in ",
                        " cannot be used: expected the name of a setting, found another.",
                        "Action:",
                        "Write parley.limits.message-bytes.")
                .doesNotContain("\tat ");
    }

    @Test
    void theSettingsAreAmongTheConfigurationPropertiesWithoutTheirSecrets() throws Exception {
        ConfigurableApplicationContext service = start(
                Twice.Serving.class,
                ON,
                "management.endpoint.configprops.show-values=always",
                "management.endpoints.web.exposure.include=configprops,env",
                "management.endpoint.env.show-values=always",
                "parley.keyStorePassword=hush",
                "parley.context-store=memory:hush",
                "parley.limits.message-bytes=64MB");

        assertThat(get(service, "/actuator/configprops/parley"))
                .contains(
                        "\"enabled\":\"true\"",
                        "\"limits.message-bytes\":\"64MB\"",
                        "\"key-store-password\":\"******\"")
                .doesNotContain("hush");
        assertThat(get(service, "/actuator/env")).contains("keyStorePassword").doesNotContain("hush");
        assertThat(service.getBeanFactory()
                        .getBeanDefinition("parleyProperties")
                        .isAutowireCandidate())
                .as("put in where an application wants a map of its own")
                .isFalse();
    }

    /** Returns the log of sessions from now on; each application that starts resets the logging. */
    private static ListAppender<ILoggingEvent> logged() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        ((Logger) LoggerFactory.getLogger("io.parley.peer")).addAppender(lines);
        return lines;
    }

    private static void callUntilStreamed(ConfigurableApplicationContext client) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(call(client)).isEqualTo(42);
            assertThat(endpoints(client).get(0).state().getStreamedCalls()).isPositive();
        });
    }

    private static int call(ConfigurableApplicationContext client) {
        return client.getBean(Twice.class).twice(21);
    }

    private static List<ParleyEndpoints.Entry> endpoints(ConfigurableApplicationContext application) {
        return ParleyEndpoints.of(application.getBean(Bus.class));
    }

    private ConfigurableApplicationContext start(Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("server.port=0");
        all.add("spring.main.banner-mode=off");
        all.add("spring.jmx.enabled=false");
        all.add("logging.level.io.parley=info");
        if (all.stream().noneMatch(line -> line.startsWith("management.endpoints.web.exposure"))) {
            all.add("management.endpoints.web.exposure.include=health,parley");
        }
        all.add("management.endpoint.parley.access=unrestricted");
        all.add("management.endpoint.health.show-details=always");
        all.add("parley.negotiation-millis=60000");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(application)
                .properties(all.toArray(String[]::new))
                .run();
        running.add(context);
        return context;
    }

    private static String address(ConfigurableApplicationContext service) {
        return "twice.address=" + url(service, "/services/twice");
    }

    private static String url(ConfigurableApplicationContext application, String path) {
        return "http://localhost:" + application.getEnvironment().getProperty("local.server.port") + path;
    }

    private static String get(ConfigurableApplicationContext application, String path)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url(application, path))));
    }

    private static String post(ConfigurableApplicationContext application, String path, String json)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url(application, path)))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .body();
    }
}
