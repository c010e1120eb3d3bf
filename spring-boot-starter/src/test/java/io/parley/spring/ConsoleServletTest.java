package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Tests the address of the operator's page, and the access to it. */
class ConsoleServletTest {
    private static final String ON = "parley.enabled=true";
    private static final String PAGE = "/actuator/parley/console/";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void thereIsNoPageUnlessItIsSwitchedOnAndTheEndpointExposed() throws Exception {
        try (ConfigurableApplicationContext off = start(Twice.Serving.class, ON)) {
            assertThat(get(off, PAGE).statusCode()).isEqualTo(404);
        }
        try (ConfigurableApplicationContext hidden = start(
                Twice.Serving.class, ON, "parley.console=true", "management.endpoints.web.exposure.include=health")) {
            assertThat(get(hidden, PAGE).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void thePageIsBehindWhatGuardsTheActuator() throws Exception {
        try (ConfigurableApplicationContext guarded = start(Guarded.class, ON, "parley.console=true")) {
            for (String below : List.of("", "status", "events", "console.js")) {
                assertThat(get(guarded, PAGE + below).statusCode()).as(below).isEqualTo(401);
            }
        }
    }

    @Test
    void itHasAPortOfItsOwnWhereTheActuatorHas() throws Exception {
        try (ConfigurableApplicationContext apart =
                start(Twice.Serving.class, ON, "parley.console=true", "management.server.port=0")) {
            assertThat(get(apart, PAGE).statusCode()).isEqualTo(404);
            String port = apart.getEnvironment().getProperty("local.management.port");
            assertThat(send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + PAGE)))
                            .body())
                    .contains("Parley console");
        }
    }

    @Test
    void theStatusIsThatOfTheActuatorAndOrdersHold() throws Exception {
        try (ConfigurableApplicationContext service =
                start(Twice.Serving.class, ON, "parley.console=true", "spring.application.name=twice")) {
            assertThat(get(service, "/actuator/parley/console").headers().firstValue("Location"))
                    .contains(PAGE);
            String status = get(service, PAGE + "status").body();
            assertThat(status).contains("\"name\":\"twice\"", "\"type\":\"Service\"", "\"mode\":\"auto\",\"on\":true");
            String id = status.replaceFirst(".*\"id\":\"([^\"]*)\".*", "$1");

            assertThat(order(service, "kind=off&endpoint=" + URLEncoder.encode(id, StandardCharsets.UTF_8)))
                    .isEqualTo(200);
            assertThat(get(service, "/actuator/parley").body()).contains("\"mode\":\"auto\",\"on\":false");
            assertThat(order(service, "kind=off&endpoint=absent")).isEqualTo(400);
        }
    }

    @Test
    void eventsComeAndAnApplicationWithAnOpenPageStops() throws Exception {
        ConfigurableApplicationContext service = start(Twice.Serving.class, ON, "parley.console=true");
        HttpResponse<InputStream> events;
        try {
            events = http.send(request(service, PAGE + "events").build(), BodyHandlers.ofInputStream());
            BufferedReader lines = new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("event: node");
        } finally {
            service.close();
        }
        assertThat(events.body()).as("nobody waits for it").satisfies(body -> {
            while (body.read() >= 0) {
                // reads to the end
            }
        });
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false")
                .properties("management.endpoints.web.exposure.include=health,parley")
                .properties(properties)
                .run();
    }

    private HttpResponse<String> get(ConfigurableApplicationContext application, String path) throws Exception {
        return send(request(application, path));
    }

    private int order(ConfigurableApplicationContext application, String form) throws Exception {
        return send(request(application, PAGE + "orders")
                        .header("Parley-Console", "order")
                        .POST(BodyPublishers.ofString(form)))
                .statusCode();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext application, String path) {
        String port = application.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    /** An application with a filter in front of the actuator. */
    static class Guarded extends Twice.Serving {
        @Bean
        FilterRegistrationBean<Filter> guard() {
            FilterRegistrationBean<Filter> guard = new FilterRegistrationBean<>((request, response, chain) -> {
                if (((HttpServletRequest) request).getRequestURI().startsWith("/actuator")) {
                    ((HttpServletResponse) response).setStatus(401);
                } else {
                    chain.doFilter(request, response);
                }
            });
            guard.setAsyncSupported(true);
            return guard;
        }
    }
}
