package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import io.parley.examples.hosting.ServiceHost;
import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
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

    @TempDir
    private Path folder;

    @Test
    void aProbeLoadsNoClassOfCxfAndNoNativeLibrary() throws Exception {
        try (ServiceHost service =
                ServiceHost.start("localhost", 0, List.of(new ParleyFeature().set(Settings.BIND, "localhost")))) {
            JavaProgram.Ended ended = JavaProgram.brief(Main.class, "probe", service.summation() + "?wsdl")
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
}
