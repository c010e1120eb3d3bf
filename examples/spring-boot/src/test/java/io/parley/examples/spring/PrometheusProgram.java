package io.parley.examples.spring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Prometheus installed on the machine that scrapes every second. It is killed with the JVM. */
final class PrometheusProgram implements AutoCloseable {
    private final Process process;
    private final Thread hook;
    private final int port;

    private PrometheusProgram(Process process, int port) {
        this.process = process;
        this.hook = new Thread(process::destroyForcibly);
        this.port = port;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Runs a program to its end; returns its output if it succeeded. */
    static String run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /**
     * Starts a Prometheus.
     *
     * @param folder for its data
     * @param rules file of rules
     * @param ports of the applications that it scrapes on this machine
     */
    static PrometheusProgram start(Path folder, Path rules, List<String> ports) throws IOException {
        Path program = Programs.find("prometheus", "prometheus");
        String targets = String.join(
                ", ", ports.stream().map(each -> "'localhost:" + each + "'").toList());
        Path configuration = Files.writeString(folder.resolve("prometheus.yml"), """
                global:
                  scrape_interval: 1s
                  evaluation_interval: 1s
                rule_files: ['%s']
                scrape_configs:
                  - job_name: sample
                    metrics_path: /actuator/prometheus
                    static_configs:
                      - targets: [%s]
                """.formatted(rules, targets));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        return new PrometheusProgram(process, port);
    }

    /** Returns the result of a query, a list of samples. */
    JsonNode query(String expression) throws IOException, InterruptedException {
        JsonNode answer = get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (!answer.path("status").asText().equals("success")) {
            throw new AssertionError(expression + ": " + answer);
        }
        return answer.path("data").path("result");
    }

    /** Returns the rules, with their health. */
    JsonNode rules() throws IOException, InterruptedException {
        return get("rules").path("data").path("groups").path(0).path("rules");
    }

    private JsonNode get(String what) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + "/api/v1/" + what);
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        return new ObjectMapper().readTree(response.body());
    }

    @Override
    public void close() throws InterruptedException {
        Runtime.getRuntime().removeShutdownHook(hook);
        process.destroyForcibly().waitFor();
    }
}
