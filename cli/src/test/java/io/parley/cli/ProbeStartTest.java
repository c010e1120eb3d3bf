package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.testkit.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a probe does without, because loading it takes longer than the probe. */
class ProbeStartTest {
    /**
     * Classes, in the log of a JVM, of CXF, of JSON, of Logback's files, of TLS and of what unpacks native libraries.
     */
    private static final Pattern UNNEEDED = Pattern.compile(
            " (org\\.apache\\.cxf\\.\\S+|io\\.parley\\.cxf\\.\\S+|com\\.fasterxml\\.jackson\\.databind\\.ObjectMapper"
                    + "|ch\\.qos\\.logback\\.classic\\.joran\\.JoranConfigurator|sun\\.security\\.ssl\\.SSLContextImpl"
                    + "|com\\.github\\.luben\\.zstd\\.Zstd|io\\.netty\\.handler\\.codec\\.quic\\.Quiche) source:");

    /** The list of libraries in the script that starts commands. */
    private static final Pattern LIBRARIES = Pattern.compile("\\nprobe_libraries='([^']*)'");

    private static final Path SCRIPT = Path.of("../parley");

    @TempDir
    private Path folder;

    @Test
    void aProbeDoesWithItsLibrariesAndNoClassOfCxf() throws Exception {
        try (ServiceHost service =
                ServiceHost.start("localhost", 0, List.of(new ParleyFeature().set(Settings.BIND, "localhost")))) {
            JavaProgram.Ended ended = JavaProgram.brief(Main.class, "probe", service.summation() + "?wsdl")
                    .classPath(libraries())
                    .options("-Xlog:class+load,library=info", "-Dio.netty.transport.noNative=true")
                    .run(folder);

            assertThat(ended.exitCode()).as(ended.said()).isZero();
            assertThat(ended.said())
                    .contains("capable: calls would stream", "stream      opens, ", "http        opens, ")
                    .contains(" io.parley.cli.ProbeCommand source:");
            assertThat(ended.said().lines())
                    .filteredOn(line -> UNNEEDED.matcher(line).find())
                    .isEmpty();
        }
    }

    /** Returns the class path with which the script starts a probe. */
    private static String libraries() throws IOException {
        Matcher listed = LIBRARIES.matcher(Files.readString(SCRIPT));
        assertThat(listed.find()).isTrue();
        List<String> paths = new ArrayList<>(List.of("target/classes"));
        for (String name : listed.group(1).split("\\s+", -1)) {
            String module = name.replaceFirst("^parley-", "");
            Pattern entry = Pattern.compile(
                    ".*/(" + Pattern.quote(name) + "-[0-9][^/]*\\.jar|" + Pattern.quote(module) + "/target/classes)");
            paths.addAll(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .filter(each -> entry.matcher(each).matches() && !each.endsWith("-tests.jar"))
                    .toList());
        }
        return String.join(File.pathSeparator, paths);
    }
}
