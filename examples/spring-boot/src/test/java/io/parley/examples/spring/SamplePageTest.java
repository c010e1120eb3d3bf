package io.parley.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.ParleyEndpointMXBean;
import io.parley.cxf.ParleyStatus;
import io.parley.examples.spring.client.ForecastClient;
import io.parley.examples.spring.service.ForecastService;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Tests that the page of the sample shows what its two applications log and what a console shows of them; {@code
 * -Dparley.pages=write} rewrites it. Values that differ between runs are in angle brackets.
 */
class SamplePageTest {
    /** Properties that a test adds to the applications' own: no fixed port, and long timeouts. */
    private static final String[] QUIET = {
        "--server.port=0",
        "--parley.negotiation-millis=60000",
        "--spring.main.banner-mode=off",
        "--spring.jmx.enabled=false",
        "--logging.level.io.parley=info"
    };

    private static final Path PAGE = Path.of("..", "..", "docs", "guide", "sample.md");
    private static final String BEGIN = "<!-- generated -->\n";
    private static final String END = "<!-- end of generated -->";

    @Test
    void thePageShowsWhatTheSampleLogsAndWhatAConsoleSees() throws Exception {
        try (ConfigurableApplicationContext service = ForecastService.start(QUIET);
                ConfigurableApplicationContext client = ForecastClient.start(
                        with("--forecast.address=http://localhost:" + port(service) + "/services/forecast"))) {
            ListAppender<ILoggingEvent> log = logged();

            assertThat(get(client, "/warmest/Rome")).isEqualTo("4.0 degrees");
            ParleyStatus.settled(ClientProxy.getClient(client.getBean(Forecast.class)))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            for (int call = 0; call < 3; call++) {
                assertThat(get(client, "/warmest/Rome")).isEqualTo("4.0 degrees");
            }
            assertThat(get(client, "/actuator/parley")).contains("\"streamed\":3");

            String text = "\n## What they log\n\n```\n" + lines(log)
                    + "```\n\n## What a console shows\n\nOf the client:\n\n```\n" + view("Client")
                    + "```\n\nOf the service:\n\n```\n" + view("Service") + "```\n\n";
            check(text.replace(port(service), "8080").replace(port(client), "8090"));
        }
    }

    private static String lines(ListAppender<ILoggingEvent> log) {
        StringBuilder lines = new StringBuilder();
        for (ILoggingEvent event : List.copyOf(log.list)) {
            lines.append(event.getLevel() + "  " + event.getLoggerName() + " : " + event.getFormattedMessage() + "\n");
        }
        return steady(lines.toString());
    }

    private static String view(String type) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> names = beans.queryNames(new ObjectName("io.parley:type=" + type + ",*"), null);
        assertThat(names).as("beans go with their bus").hasSize(1);
        ObjectName name = names.iterator().next();
        ParleyEndpointMXBean bean = JMX.newMXBeanProxy(beans, name, ParleyEndpointMXBean.class);
        List<Method> getters = new ArrayList<>(Arrays.asList(ParleyEndpointMXBean.class.getMethods()));
        getters.removeIf(
                method -> method.getParameterCount() > 0 || !method.getName().startsWith("get"));
        getters.sort(Comparator.comparing(Method::getName));
        StringBuilder lines = new StringBuilder(name + "\n");
        for (Method getter : getters) {
            Object value = getter.invoke(bean);
            Object shown = value instanceof Map<?, ?> map ? new TreeMap<>(map) : value;
            lines.append(("  " + getter.getName().substring("get".length()) + " = " + shown).stripTrailing() + "\n");
        }
        return steady(lines.toString());
    }

    /** Replaces what differs at each run: identifiers and bytes. */
    private static String steady(String text) {
        return text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>")
                .replaceAll("[0-9a-f]{64}", "<digest>")
                .replaceAll("(Bytes(?:Out|In)) = [0-9]+", "$1 = <bytes>");
    }

    private static void check(String wanted) throws Exception {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(to).as("the page has its markers").isGreaterThan(BEGIN.length());
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(PAGE, page.substring(0, from) + wanted + page.substring(to));
        } else {
            assertThat(page.substring(from, to))
                    .as("%s; rewrite it with -Dparley.pages=write", PAGE)
                    .isEqualTo(wanted);
        }
    }

    /** Returns the lines logged from now on; each application that starts resets the logging. */
    private static ListAppender<ILoggingEvent> logged() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        ((Logger) LoggerFactory.getLogger("io.parley")).addAppender(lines);
        return lines;
    }

    private static String[] with(String... more) {
        return Stream.concat(Arrays.stream(QUIET), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String get(ConfigurableApplicationContext application, String path) throws Exception {
        URI address = URI.create("http://localhost:" + port(application) + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
    }

    private static String port(ConfigurableApplicationContext application) {
        return application.getEnvironment().getProperty("local.server.port");
    }
}
