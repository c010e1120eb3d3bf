package io.parley.cxf.typetest;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.typetest.TypeTestsRun.Said;
import io.parley.cxf.typetest.TypeTestsRun.Style;
import io.parley.recording.RecordedMessage;
import io.parley.testkit.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that recordings exported after their processes ended mean the same as the SOAP of a plain run in another
 * process, for all operations of CXF's type-test services with generated values. {@code -Dparley.audit.messages=10000}
 * compares more; {@code -Dparley.audit.parley=../parley} makes the command line export them.
 */
class RecordedTypeTestsTest {
    private static final int MESSAGES = Integer.getInteger("parley.audit.messages", 500);
    /** Request and response, by both sides, of both services in both representations. */
    private static final int RECORDED_PER_CALL = 2 * 2 * 2 * 2;

    private static final String CALLS =
            Integer.toString(Math.max(1, (MESSAGES + RECORDED_PER_CALL - 1) / RECORDED_PER_CALL));
    private static final List<String> SIDES = List.of("service", "client");
    private static final String PARLEY = System.getProperty("parley.audit.parley", "");
    private static final long PATIENCE_MINUTES = 15;

    @TempDir
    static Path folder;

    @BeforeAll
    static void recordSayAndExport() throws Exception {
        java(TypeTestsRun.class, "recorded", folder.toString(), CALLS);
        java(TypeTestsRun.class, "plain", folder.toString(), CALLS);
        List<String> places = new ArrayList<>();
        for (Style style : Style.values()) {
            for (String representation : TypeTestsRun.REPRESENTATIONS) {
                for (String side : SIDES) {
                    Path recordings = style.recorded(folder, representation).resolve(side);
                    places.addAll(
                            List.of(recordings.toString(), exported(recordings).toString()));
                }
            }
        }
        if (PARLEY.isEmpty()) {
            java(Exported.class, places.toArray(String[]::new));
        } else {
            for (int at = 0; at < places.size(); at += 2) {
                parley(places.get(at), Path.of(places.get(at + 1)));
            }
        }
    }

    private static Path exported(Path recordings) {
        return recordings.resolveSibling(recordings.getFileName() + ".txt");
    }

    private static void java(Class<?> program, String... arguments) throws IOException, InterruptedException {
        await(new ProcessBuilder(JavaProgram.brief(program, arguments).command())
                .redirectErrorStream(true)
                .redirectOutput(log()));
    }

    private static void parley(String recordings, Path into) throws IOException, InterruptedException {
        await(new ProcessBuilder(PARLEY, "audit", "verify", recordings)
                .redirectErrorStream(true)
                .redirectOutput(log()));
        await(new ProcessBuilder(PARLEY, "audit", "export", recordings)
                .redirectOutput(into.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /** Returns the file for the output of programs, mostly intended warnings of CXF about faults. */
    private static File log() {
        return folder.resolve("log").toFile();
    }

    /** Waits until a process has ended successfully; its files are read only then. */
    private static void await(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("%s: %s", builder.command(), Files.readString(log().toPath()))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"DOC, hhfr", "DOC, bnux", "RPC, hhfr", "RPC, bnux"})
    void everyMessageIsExportedAsWhatPlainSoapSaid(Style style, String representation) throws Exception {
        List<Said> plainly = Said.read(style.said(folder));
        Set<String> infoset = new HashSet<>(Files.readAllLines(style.infoset(folder, representation)));
        int alike = 0;
        for (String side : SIDES) {
            Path recordings = style.recorded(folder, representation).resolve(side);
            alike += assertSame(side, exported(recordings), plainly, infoset, representation.equals("bnux"));
        }
        System.out.printf("%s, %s: %d recorded messages are what SOAP said%n", style, representation, alike);
    }

    @ParameterizedTest
    @CsvSource({
        "<e xmlns='urn:e'><a>1.50</a></e>, <p:e xmlns:p='urn:e'><p:a>1.5</p:a></p:e>, true",
        "<e xmlns:q='urn:q'>q:n</e>, <e xmlns:r='urn:q'>r:n</e>, true",
        "<e><a>1.5</a></e>, <e><a>1.6</a></e>, false",
        "<e xmlns:q='urn:q'>q:n</e>, <e xmlns:q='urn:r'>q:n</e>, false",
        "<e><a/><b/></e>, <e><b/><a/></e>, false",
        "<e x='1'/>, <e/>, false",
        "<eList>x  y</eList>, <eList>x y</eList>, true",
        "<e>YuCQew==</e>, <e>62E0907B</e>, true",
        "<e>YuCQew==</e>, <e>62E0907C</e>, false",
        "<e>x  y</e>, <e>x y</e>, false",
        "<e>x</e>, <e> x</e>, false"
    })
    void theComparisonSeesWhatDiffers(String expected, String found, boolean same) {
        assertThat(SameEnvelope.difference(expected, found).isEmpty()).isEqualTo(same);
    }

    /** Checks that each message recorded by one side equals its SOAP message; returns their number. */
    private static int assertSame(String side, Path export, List<Said> plainly, Set<String> infoset, boolean allInfoset)
            throws Exception {
        List<Exported> recorded = Exported.read(export);
        assertThat(recorded).hasSameSizeAs(plainly).isNotEmpty();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            Exported message = recorded.get(i);
            Said said = plainly.get(i);
            String what = side + ", message " + i + ", " + said.operation() + ", round " + said.round();
            if (message.envelope().startsWith("# ")) {
                differences.add(what + ": " + message.envelope());
                continue;
            }
            String difference = SameEnvelope.difference(said.envelope(), message.envelope());
            if (!difference.isEmpty()) {
                differences.add(what + ": " + difference);
            }
            String part =
                    "}" + said.operation() + (message.kind() == RecordedMessage.Kind.REQUEST ? "/in/0" : "/out/0");
            if (allInfoset || infoset.stream().anyMatch(key -> key.endsWith(part))) {
                assertThat(SameEnvelope.canonicalBody(message.envelope()))
                        .as(what)
                        .isEqualTo(SameEnvelope.canonicalBody(said.envelope()));
            }
        }
        assertThat(differences).isEmpty();
        return recorded.size();
    }
}
