package io.parley.testkit.proxy;

import static org.awaitility.Awaitility.await;

import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * An HTTP proxy that clients use on their way out, with its configuration from the guide. It is killed with the JVM.
 * Thread-safe.
 */
public final class ForwardProxy implements AutoCloseable {
    /** The only user of proxies that ask for passwords; see {@link #askingForPasswords}. */
    public static final String USER = "clerk";

    /** That user's password. */
    public static final String PASSWORD = "tell-nobody";

    private static final String HASHED = "$1$parley$nJBotojRabJMB5nRBlmBF0";

    /** Program that checks passwords for Squid. */
    private static final String HELPER = "/usr/lib/squid/basic_ncsa_auth";

    private static final int PATIENCE_SECONDS = 30;

    private final ProxyProcess process;
    private final Path log;
    private final int port;

    /** A product. */
    public enum Kind {
        /** Squid. */
        SQUID("squid", "squid", "squid.conf") {
            @Override
            List<String> command(ProxyProgram program, Path configuration) {
                return List.of(program.file().toString(), "-N", "-f", configuration.toString());
            }

            @Override
            String local(String text, ProxyProgram program, Path folder) throws IOException {
                String root = program.root().equals(Path.of("/"))
                        ? ""
                        : program.root().toString();
                Path passwords = folder.resolve("basic_ncsa_auth");
                // Squid's other user may not read the home folder that it was unpacked to.
                Files.copy(Path.of(root + HELPER), passwords);
                Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rwxr-xr-x"));
                return (text + "shutdown_lifetime 0 seconds\npinger_enable off\n"
                                + "unlinkd_program /usr/lib/squid/unlinkd\n")
                        .replace(HELPER, passwords.toString())
                        .replace("/var/log/squid", folder.toString())
                        .replace("/run/squid.pid", folder.resolve("pid").toString())
                        .replace("/usr/", root + "/usr/")
                        .replace("/etc/squid", folder.toString());
            }
        },
        /** Tinyproxy. */
        TINYPROXY("tinyproxy", "tinyproxy-bin", "tinyproxy.conf") {
            @Override
            List<String> command(ProxyProgram program, Path configuration) {
                return List.of(program.file().toString(), "-d", "-c", configuration.toString());
            }

            @Override
            String local(String text, ProxyProgram program, Path folder) {
                return text.replace("/var/log/tinyproxy", folder.toString());
            }
        };

        private final String program;
        private final String source;
        private final String configuration;

        Kind(String program, String source, String configuration) {
            this.program = program;
            this.source = source;
            this.configuration = configuration;
        }

        private ProxyProduct product() {
            return new ProxyProduct(program, source, false);
        }

        abstract List<String> command(ProxyProgram program, Path configuration);

        /** Returns the configuration with the machine's paths replaced by paths below a folder. */
        abstract String local(String text, ProxyProgram program, Path folder) throws IOException;
    }

    private ForwardProxy(ProxyProcess process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /**
     * Starts a proxy.
     *
     * @param folder for its files; empty
     * @param change applied to the configuration of the guide
     */
    public static ForwardProxy start(Kind kind, Path folder, UnaryOperator<String> change)
            throws IOException, InterruptedException {
        ProxyProgram program = ProxyProgram.of(kind.product());
        int port = FreePort.find();
        String text = change.apply(Files.readString(ReverseProxy.guide().resolve(kind.configuration)))
                .replaceAll("\\b3128\\b", String.valueOf(port));
        Path configuration = folder.resolve(kind.configuration);
        Files.writeString(configuration, kind.local(text, program, folder));
        Files.writeString(folder.resolve("passwords"), USER + ":" + HASHED + "\n");
        // Started by root, Squid continues as another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        ProxyProcess process = ProxyProcess.start(program, folder, kind.command(program, configuration));
        process.awaitPort(port);
        return new ForwardProxy(process, folder.resolve("access.log"), port);
    }

    /** Changes a configuration to ask for passwords, by its commented lines. */
    public static String askingForPasswords(String configuration) {
        return configuration.replaceAll("(?m)^#(?! )", "");
    }

    /** Returns its port on the loopback address. */
    public int port() {
        return port;
    }

    /** Waits until this many requests for tunnels are logged, as Squid does at the end of a tunnel. */
    public void awaitTunnels(int number) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> tunnels() == number);
    }

    private long tunnels() throws IOException {
        return Files.readString(log)
                .lines()
                .filter(line -> line.contains("CONNECT localhost:"))
                .count();
    }

    @Override
    public void close() {
        process.close();
    }
}
