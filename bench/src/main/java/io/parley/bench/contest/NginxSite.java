package io.parley.bench.contest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A CXF service behind nginx, which terminates TLS, with the configuration from the guide. Thread-safe. */
final class NginxSite implements AutoCloseable {
    private static final Path CONFIGURATION = Path.of("docs", "guide", "proxies", "nginx.conf");
    private static final List<String> FOLDERS = List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Site behind;
    private final Scratch scratch;
    private final Process nginx;
    private final Thread hook;
    private final int port;

    private NginxSite(Site behind, Scratch scratch, Process nginx, int port) {
        this.behind = behind;
        this.scratch = scratch;
        this.nginx = nginx;
        this.port = port;
        this.hook = new Thread(nginx::destroy);
    }

    /**
     * Starts nginx in front of a service on this machine.
     *
     * @throws IOException if nginx cannot be started; the message names the package if it is missing, and the service
     *     is closed
     */
    static Site before(Site service) throws IOException {
        try {
            return start(service);
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private static Site start(Site service) throws IOException {
        Path program = program()
                .orElseThrow(() -> new IOException(
                        "expected the program nginx on this machine, found none; Debian's package is nginx-light"));
        Scratch scratch = Scratch.of("nginx");
        Path folder = scratch.folder();
        ServerKeys.in(folder);
        int port = FreePort.find();
        Path file = folder.resolve("nginx.conf");
        Files.writeString(
                file, configuration(folder, URI.create(service.address()).getPort(), port));
        Path log = folder.resolve("output.log");
        String user = System.getProperty("user.name").equals("root") ? " user root;" : "";
        List<String> command = List.of(
                program.toString(),
                "-p",
                folder.toString(),
                "-c",
                file.toString(),
                "-e",
                folder.resolve("error.log").toString(),
                "-g",
                "daemon off;" + user);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        NginxSite site = new NginxSite(service, scratch, process, port);
        Runtime.getRuntime().addShutdownHook(site.hook);
        site.await(log);
        URI address = URI.create(service.address());
        return new Site("https://" + address.getHost() + ":" + port + address.getPath(), List.of(port), site);
    }

    private static Optional<Path> program() {
        List<String> places = new ArrayList<>(
                Arrays.asList(System.getenv().getOrDefault("PATH", "").split(":", -1)));
        places.add("/usr/sbin");
        places.add("/usr/local/sbin");
        return places.stream()
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, "nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the guide's configuration with one node, and with the ports and folders of this run. */
    private static String configuration(Path folder, int node, int port) throws IOException {
        Path above = Path.of("").toAbsolutePath();
        while (above != null && !Files.isReadable(above.resolve(CONFIGURATION))) {
            above = above.getParent();
        }
        if (above == null) {
            throw new IOException("expected " + CONFIGURATION + " in this folder or above it, found none");
        }
        StringBuilder folders = new StringBuilder("http {");
        for (String each : FOLDERS) {
            folders.append("\n    " + each + "_temp_path " + folder.resolve(each) + ";");
        }
        return Files.readString(above.resolve(CONFIGURATION))
                .replace("http {", folders)
                .replace("/run/nginx.pid", folder + "/pid")
                .replace("/var/log/nginx", folder.toString())
                .replace("/etc/ssl/service", folder.toString())
                .replace("server 10.0.0.11:8080;", "server 127.0.0.1:" + node + ";")
                .replace("server 10.0.0.12:8080;", "")
                .replace("listen 80;", "")
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + port + " ssl;");
    }

    private void await(Path log) throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!listens()) {
            if (!nginx.isAlive() || System.nanoTime() - end > 0) {
                String said = Files.readString(log).strip();
                close();
                throw new IOException("nginx did not start: " + said);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        behind.close();
        nginx.destroy();
        try {
            if (!nginx.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
                nginx.destroyForcibly();
            }
            Runtime.getRuntime().removeShutdownHook(hook);
            scratch.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
