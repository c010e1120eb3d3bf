package io.parley.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.examples.spring.client.ForecastClient;
import io.parley.examples.spring.service.ForecastService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the dashboard and the alerts with a Prometheus that scrapes both applications of the sample. */
class PrometheusTest {
    private static final Path OPERATIONS =
            Path.of("..", "..", "operations").toAbsolutePath().normalize();
    private static final Path RULES = OPERATIONS.resolve("prometheus");

    @TempDir
    private Path folder;

    @Test
    void theAlertsAreValidAndGoOffWhenTheyShould() throws Exception {
        String promtool = Programs.find("promtool", "prometheus").toString();

        assertThat(PrometheusProgram.run(RULES, promtool, "check", "rules", "parley-rules.yml"))
                .contains("SUCCESS");
        assertThat(PrometheusProgram.run(RULES, promtool, "check", "config", "prometheus.yml"))
                .contains("SUCCESS");
        assertThat(PrometheusProgram.run(RULES, promtool, "test", "rules", "parley-rules-test.yml"))
                .contains("SUCCESS");
    }

    @Test
    void everyQueryOfTheDashboardAndEveryRuleIsAnsweredWithTheSample() throws Exception {
        Map<String, String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(15);
        try (ConfigurableApplicationContext service = ForecastService.start(quiet());
                ConfigurableApplicationContext client = ForecastClient.start(
                        quiet("--forecast.address=http://localhost:" + port(service) + "/services/forecast"));
                PrometheusProgram prometheus = PrometheusProgram.start(
                        folder, RULES.resolve("parley-rules.yml"), List.of(port(service), port(client)))) {
            Forecast forecast = client.getBean(Forecast.class);
            await().atMost(Duration.ofMinutes(2)).ignoreExceptions().untilAsserted(() -> {
                assertThat(forecast.temperatures("Rome", 48)).hasSize(48);
                for (Map.Entry<String, String> query : queries.entrySet()) {
                    JsonNode samples = prometheus.query(query.getValue());
                    assertThat(samples)
                            .as(query.getKey() + ": " + query.getValue())
                            .isNotEmpty();
                    samples.forEach(
                            each -> assertThat(each.path("value").path(1).asText())
                                    .as(query.getKey())
                                    .isNotEqualTo("NaN"));
                }
            });
            assertThat(prometheus.query("sum by (channel) (cxf_server_requests_seconds_count)"))
                    .extracting(each -> each.path("metric").path("channel").asText())
                    .contains("websocket");
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(prometheus.rules())
                            .hasSize(6)
                            .allSatisfy(rule ->
                                    assertThat(rule.path("health").asText()).isEqualTo("ok")));
        }
    }

    /** Returns the queries by panel and letter, with Grafana's values for its variables. */
    private static Map<String, String> queries() throws Exception {
        Map<String, String> queries = new TreeMap<>();
        JsonNode dashboard = new ObjectMapper()
                .readTree(OPERATIONS.resolve("grafana/parley.json").toFile());
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.put(
                        panel.path("title").asText() + " "
                                + target.path("refId").asText(),
                        target.path("expr")
                                .asText()
                                .replace("$job", ".*")
                                .replace("$instance", ".*")
                                .replace("$__rate_interval", "1m"));
            }
        }
        return queries;
    }

    private static String[] quiet(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
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
