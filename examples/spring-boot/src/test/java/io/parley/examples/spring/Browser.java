package io.parley.examples.spring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A headless Chromium installed on the machine, controlled with WebDriver through its chromedriver. It is killed with
 * the JVM. Not thread-safe.
 */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process driver;
    private final Thread hook;
    private final String base;
    private String session = "";

    private Browser(Process driver, int port) {
        this.driver = driver;
        this.hook = new Thread(driver::destroyForcibly);
        this.base = "http://127.0.0.1:" + port;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts the browser; skips the test with a message if it is not installed. */
    static Browser start(Path folder) throws Exception {
        Path chromium = Programs.find("chromium", "chromium");
        Path program = Programs.find("chromedriver", "chromium-driver");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process driver = new ProcessBuilder(program.toString(), "--port=" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("chromedriver.log").toFile())
                .start();
        Browser browser = new Browser(driver, port);
        try {
            browser.begin(chromium, folder);
            return browser;
        } catch (Exception e) {
            browser.close();
            throw e;
        }
    }

    private void begin(Path chromium, Path folder) throws Exception {
        ObjectNode wanted = JSON.createObjectNode();
        ObjectNode match = wanted.putObject("capabilities").putObject("alwaysMatch");
        match.putObject("goog:loggingPrefs").put("browser", "ALL");
        ObjectNode options = match.putObject("goog:chromeOptions").put("binary", chromium.toString());
        options.putArray("args")
                .add("--headless=new")
                .add("--no-sandbox")
                .add("--disable-gpu")
                .add("--disable-dev-shm-usage")
                .add("--window-size=1280,900")
                .add("--user-data-dir=" + folder.resolve("profile"));
        for (int tries = 0; ; tries++) {
            try {
                session = send("POST", "/session", wanted).path("sessionId").asText();
                return;
            } catch (IOException e) {
                if (tries == 100 || !driver.isAlive()) {
                    throw e;
                }
                driver.waitFor(200, TimeUnit.MILLISECONDS); // until it listens
            }
        }
    }

    void open(String url) throws Exception {
        command("POST", "/url", Map.of("url", url));
    }

    /** Runs a script in the page; returns its result. */
    JsonNode run(String script) throws Exception {
        return command("POST", "/execute/sync", Map.of("script", script, "args", List.of()));
    }

    /** Returns the visible text of the page. */
    String text() throws Exception {
        return run("return document.body.innerText").asText();
    }

    /** Types keys at the focus: {@code \uE004} is the tabulator, {@code \uE007} Enter, {@code \uE00C} Escape. */
    void type(String key) throws Exception {
        command(
                "POST",
                "/actions",
                Map.of(
                        "actions",
                        List.of(Map.of(
                                "type",
                                "key",
                                "id",
                                "keys",
                                "actions",
                                List.of(
                                        Map.of("type", "keyDown", "value", key),
                                        Map.of("type", "keyUp", "value", key))))));
    }

    /** Emulates a user preference for dark or light colours. */
    void prefer(String scheme) throws Exception {
        devtools(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Emulates a screen of this size. */
    void resize(int width, int height, boolean mobile) throws Exception {
        devtools(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
    }

    /** Writes a picture of the whole page. */
    void picture(Path file) throws Exception {
        JsonNode taken = devtools("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(taken.path("data").asText()));
    }

    /** Returns what the page wrote to the console since the last time, including violations of its policy. */
    List<String> complaints() throws Exception {
        return command("POST", "/se/log", Map.of("type", "browser")).findValuesAsText("message");
    }

    private JsonNode devtools(String name, Map<String, ?> parameters) throws Exception {
        return command("POST", "/goog/cdp/execute", Map.of("cmd", name, "params", parameters));
    }

    private JsonNode command(String method, String path, Object body) throws Exception {
        return send(method, "/session/" + session + path, body);
    }

    private JsonNode send(String method, String path, Object body) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build(),
                BodyHandlers.ofString());
        JsonNode value = JSON.readTree(response.body()).path("value");
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + value.path("message").asText());
        }
        return value;
    }

    @Override
    public void close() throws Exception {
        try {
            if (!session.isEmpty()) {
                send("DELETE", "/session/" + session, Map.of());
            }
        } finally {
            driver.destroyForcibly().waitFor();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
