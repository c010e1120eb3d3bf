package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the artifacts as Java modules: each published one has a descriptor, and programs run on the module path. */
class ModulesTest {
    private static final String[] BASE = {
        "netty-buffer",
        "netty-common",
        "netty-transport-4",
        "netty-transport-classes",
        "netty-transport-native-unix",
        "netty-handler-4",
        "netty-resolver-4",
        "netty-codec-base",
        "netty-codec-http-",
        "netty-codec-compression",
        "jspecify",
        "slf4j-api",
        "logback",
        "jakarta.xml.bind-api",
        "jakarta.activation-api",
        "angus-activation",
        "asm-9",
        "woodstox",
        "stax2-api",
        "bcpkix",
        "bcprov",
        "bcutil",
        "jaxb-runtime",
        "jaxb-core",
        "txw2",
        "istack"
    };
    private static final String[] CXF = {
        "cxf-core",
        "cxf-rt-bindings",
        "cxf-rt-databinding-jaxb",
        "cxf-rt-frontend",
        "cxf-rt-transports-http",
        "cxf-rt-ws-addr",
        "cxf-rt-ws-policy",
        "cxf-rt-wsdl",
        "xmlschema-core",
        "xml-resolver",
        "neethi",
        "wsdl4j",
        "jetty",
        "jakarta.xml.ws-api",
        "jakarta.xml.soap-api",
        "jakarta.annotation-api",
        "jakarta.servlet-api",
        "jakarta.mail-api",
        "angus-mail"
    };
    /** Jars of Artemis with everything that they need. */
    private static final String[] ARTEMIS = {
        "activemq-artemis",
        "artemis-",
        "commons-",
        "jctools",
        "caffeine",
        "micrometer",
        "netty-",
        "jakarta.transaction-api"
    };
    /** Modules without a descriptor: applications of CXF 3.6 use the class path. */
    private static final Set<String> WITHOUT = Set.of("cxf3");

    @TempDir
    private Path folder;

    @Test
    void eachPublishedModuleHasADescriptorWithAllItsProviders() throws IOException {
        String bom = Files.readString(Path.of("../bom/pom.xml"));
        Map<String, Set<String>> expected = new TreeMap<>();
        Map<String, Set<String>> found = new TreeMap<>();
        bom.lines().filter(line -> line.contains("<artifactId>parley-")).forEach(line -> {
            String module = line.replaceAll(".*<artifactId>parley-(.*)</artifactId>.*", "$1");
            if (!module.equals("bom") && !WITHOUT.contains(module)) {
                expected.put(module, services(module));
                found.put(module, provided(module));
            }
        });
        assertThat(found).hasSizeGreaterThan(12).isEqualTo(expected);
    }

    @Test
    void aProgramThatOnlyReadsAndWritesMessagesNeedsOneModule() throws Exception {
        Modules modules = new Modules(folder);
        List<String> path = modules.make(Modules.jars(BASE), "data");
        path.add(modules.program("messages", path).toString());

        assertThat(modules.run("-p", Modules.path(path), "-m", "com.example.messages/com.example.messages.Messages"))
                .contains("module com.example.messages: 3 numbers in ");
    }

    @Test
    void aServiceWithoutCxfAndItsClientAreModules() throws Exception {
        Modules modules = new Modules(folder);
        List<String> path = new ArrayList<>(
                modules.make(Modules.jars(BASE), "data", "core", "endpoint", "transport-stream", "transport-http"));
        path.add(modules.program("sums", path).toString());

        assertThat(modules.run("-p", Modules.path(path), "-m", "com.example.sums/com.example.sums.Sums"))
                .contains("module com.example.sums: 6.0 by stream");
    }

    /** Artemis has the same packages in several jars, which the module path does not permit. */
    @Test
    void aServiceOnAQueueAndItsClientAreModulesBesideArtemisOnTheClassPath() throws Exception {
        Modules modules = new Modules(folder);
        List<String> jars = new ArrayList<>(Modules.jars(BASE));
        jars.addAll(Modules.jars("jakarta.jms-api"));
        List<String> path = modules.make(jars, "data", "core", "endpoint", "transport-jms");
        path.add(modules.program("queues", path).toString());

        assertThat(modules.run(
                        "-p",
                        Modules.path(path),
                        "-cp",
                        Modules.path(Modules.jars(ARTEMIS)),
                        "-m",
                        "com.example.queues/com.example.queues.Queues"))
                .contains("module com.example.queues and io.parley.transport.jms: 6.0 by SOAP, 6.0 by jms");
    }

    @Test
    void aServiceOfCxfAndItsClientAreModules() throws Exception {
        Modules modules = new Modules(folder);
        List<String> path = modules.make(cxfJars(), "data", "core", "endpoint", "transport-stream", "cxf");
        path.add(modules.program("cxf", path).toString());

        // The descriptors of CXF's jars do not declare the modules that they need.
        assertThat(modules.run(
                        "--add-modules",
                        "ALL-MODULE-PATH",
                        "-p",
                        Modules.path(path),
                        "-m",
                        "com.example.cxf/com.example.cxf.Main"))
                .contains("module com.example.cxf: 6.0, streamed 1");
    }

    @Test
    void cxfAndThePluginOnTheClassPathUseTheOthersAsModules() throws Exception {
        Modules modules = new Modules(folder);
        List<String> all = modules.make(cxfJars(), "data", "core", "endpoint", "transport-stream", "cxf");
        Path program = modules.program("cxf", all);
        Files.delete(program.resolve("module-info.class"));
        List<String> path = modules.make(Modules.jars(BASE), "data", "core", "endpoint", "transport-stream");
        List<String> classPath = new ArrayList<>(Modules.jars(CXF));
        classPath.add(Modules.classes("cxf").toString());
        classPath.add(program.toString());

        assertThat(modules.run(
                        "--add-modules",
                        "ALL-MODULE-PATH",
                        "-p",
                        Modules.path(path),
                        "-cp",
                        Modules.path(classPath),
                        "com.example.cxf.Main"))
                .contains("unnamed module")
                .contains("6.0, streamed 1");
    }

    @Test
    void everyProviderIsFoundOnTheModulePath() throws Exception {
        Modules modules = new Modules(folder);
        List<String> jars = new ArrayList<>(Modules.jars(BASE));
        jars.addAll(Modules.jars(
                "netty-codec-classes-quic",
                "zstd-jni",
                "lz4-java",
                "FastInfoset",
                "exificient-core",
                "sqlite-jdbc",
                "jakarta.xml.ws-api",
                "jakarta.xml.soap-api",
                "jakarta.annotation-api"));
        List<String> path = modules.make(
                jars,
                "data",
                "core",
                "tdxml",
                "delta",
                "endpoint",
                "codecs",
                "context-store",
                "transport-stream",
                "transport-quic");
        path.add(modules.program("providers", path).toString());

        assertThat(modules.run("-p", Modules.path(path), "-m", "com.example.providers/com.example.providers.Main"))
                .contains("channels [local, quic, stream]")
                .contains("compressions [delta, gzip, lz4, zstd]")
                .contains("stores [infinispan, memory, postgresql, sqlite]")
                .contains("representations [bnux, exi, exi-schema, fastinfoset, hhfr, tdxml, xml]");
    }

    private static List<String> cxfJars() {
        List<String> jars = new ArrayList<>(Modules.jars(BASE));
        jars.addAll(Modules.jars(CXF));
        return jars;
    }

    private static Set<String> services(String module) {
        Set<String> services = new TreeSet<>();
        Path folder = Modules.descriptor(module)
                .resolve("../../resources/META-INF/services")
                .normalize();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.readAllLines(file)
                            .forEach(name -> services.add(file.getFileName() + " with " + name.replace('$', '.')));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return services;
    }

    private static Set<String> provided(String module) {
        Set<String> provided = new TreeSet<>();
        try {
            String text = Files.readString(Modules.descriptor(module));
            Matcher provides =
                    Pattern.compile("provides ([\\w.]+) with([^;]*);").matcher(text);
            while (provides.find()) {
                for (String name : provides.group(2).split(",", -1)) {
                    provided.add(provides.group(1) + " with " + name.strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return provided;
    }
}
