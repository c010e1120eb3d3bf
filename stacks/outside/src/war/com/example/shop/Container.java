package com.example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A container in a process of its own, unpacked beside the WAR. It ends with this process. */
final class Container {
    static final String USER = "shop";
    static final String PASSWORD = "secret";

    private static final int OK = 200;
    private static final long MOST_SECONDS = 200;
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String CREDENTIALS =
            "Basic " + Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes());

    private final Process process;
    private final String address;

    /** What has to happen before the container ends. */
    interface Undeployment {
        void run() throws Exception;
    }

    private Container(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Returns the folder that Maven builds into. */
    static Path built() throws Exception {
        return Path.of(Container.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .getParent();
    }

    static Path home() throws Exception {
        try (Stream<Path> unpacked = Files.list(built().resolve("container"))) {
            return unpacked.findFirst().orElseThrow();
        }
    }

    static Path war() throws Exception {
        return built().resolve("shop.war");
    }

    static Container start(List<String> command, int port) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(built().resolve("container.log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LAUNCH_JBOSS_IN_BACKGROUND", "true"); // its script hands signals on
        return new Container(builder.start(), "http://localhost:" + port);
    }

    /** Returns the service's address as soon as it serves. */
    String served() throws Exception {
        String service = address + "/shop/services/shop";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (get(service + "?wsdl").statusCode() != OK) {
            if (System.nanoTime() > end) {
                throw new IOException("the service does not come: " + log());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return service;
    }

    HttpResponse<String> get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", CREDENTIALS)
                .build();
        while (true) {
            try {
                return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new IOException(log(), e);
                }
                TimeUnit.MILLISECONDS.sleep(100); // it does not listen yet
            }
        }
    }

    String address() {
        return address;
    }

    /** Has the WAR undeployed when this process ends; what is wrong with that is said, with the container's log. */
    void atTheEnd(Undeployment undeployment) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                undeployment.run();
            } catch (Exception e) {
                System.err.println("leak: " + e);
            } finally {
                process.destroy();
                System.err.println(log());
            }
        }));
    }

    private static String log() {
        try {
            return Files.readString(built().resolve("container.log"));
        } catch (Exception e) {
            return "no log: " + e;
        }
    }
}
