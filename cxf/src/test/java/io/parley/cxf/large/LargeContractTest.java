package io.parley.cxf.large;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import io.parley.testkit.beans.XjcClasses;
import io.parley.testkit.generate.LargeContract;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what publishing a contract costs with Parley in addition to CXF alone, each in its own JVM. A build uses a
 * small contract and checks what is shared; {@code -Dparley.large=true} uses 1,212 complex types and 205 body parts,
 * and checks processor time and memory too ({@code docs/benchmarks/large-contract.md}).
 */
class LargeContractTest {
    private static final boolean FULL = Boolean.getBoolean("parley.large");
    private static final LargeContract CONTRACT = FULL ? LargeContract.full() : LargeContract.of(1, 60, 6);
    private static final String LINE = " (\\d+) ms (-?\\d+) KB (\\d+) typed (\\d+) bindings";
    private static final int RUNS = FULL ? 3 : 1;
    private static final int SEVERAL = 3;
    private static final double MOST_TIMES = 1.3;
    private static final int MOST_KILOBYTES = 30 * 1024;

    @TempDir
    private Path folder;

    /**
     * The figures printed by a run of the program.
     *
     * @param published processor time
     * @param bound further processor time for preparing for offers
     * @param called further processor time for a new client and its first call
     * @param kilobytes heap retained once the endpoints were prepared
     * @param bindings number of distinct bindings of the typed parts
     */
    private record Cost(long published, long bound, long called, long kilobytes, int typed, int bindings) {
        static Cost of(String said) {
            Matcher bound = line(LargePublishing.BOUND, said);
            return new Cost(
                    Long.parseLong(line(LargePublishing.PUBLISHED, said).group(1)),
                    Long.parseLong(bound.group(1)),
                    Long.parseLong(line(LargePublishing.CALLED, said).group(1)),
                    Long.parseLong(bound.group(2)),
                    Integer.parseInt(bound.group(3)),
                    Integer.parseInt(bound.group(4)));
        }

        private static Matcher line(String mark, String said) {
            Matcher line = Pattern.compile(mark + LINE).matcher(said);
            assertThat(line.find()).as(said).isTrue();
            return line;
        }
    }

    @Test
    void endpointsOfOneContractShareWhatIsMadeOfIt() throws Exception {
        Path classes = folder.resolve("classes");
        XjcClasses.of(
                        Map.of("large.xsd", CONTRACT.schema()),
                        "large.xsd",
                        Map.of(LargeContract.PACKAGE + "." + LargeContract.PORT, CONTRACT.port()))
                .write(classes);
        Path wsdl = Files.writeString(folder.resolve("large.wsdl"), CONTRACT.wsdl());

        Cost several = publish(LargePublishing.WITH, SEVERAL, classes, wsdl);
        assertThat(several.typed()).isEqualTo(SEVERAL * CONTRACT.parts());
        assertThat(several.bindings()).isEqualTo(CONTRACT.parts());
        if (FULL) {
            Cost without = publish(LargePublishing.WITHOUT, 1, classes, wsdl);
            Cost with = publish(LargePublishing.WITH, 1, classes, wsdl);
            Cost severalWithout = publish(LargePublishing.WITHOUT, SEVERAL, classes, wsdl);
            show("one endpoint", without, with);
            show(SEVERAL + " endpoints", severalWithout, several);
            assertThat((double) with.published() / without.published()).isLessThan(MOST_TIMES);
            assertThat(with.kilobytes() - without.kilobytes()).isLessThan(MOST_KILOBYTES);
            assertThat(several.kilobytes() - severalWithout.kilobytes()).isLessThan(MOST_KILOBYTES);
        }
    }

    private static void show(String what, Cost without, Cost with) {
        System.out.printf(
                Locale.ROOT,
                "%s: published in %.1f s without Parley, %.1f s with it: %.2f times; prepared in %.1f s; called in %.1f s and %.1f s;"
                        + " %.1f MB and %.1f MB kept%n",
                what,
                without.published() / 1000.0,
                with.published() / 1000.0,
                (double) with.published() / without.published(),
                with.bound() / 1000.0,
                without.called() / 1000.0,
                with.called() / 1000.0,
                without.kilobytes() / 1024.0,
                with.kilobytes() / 1024.0);
    }

    /** Returns the cheapest of several runs, since other processes use the processors too. */
    private Cost publish(String how, int endpoints, Path classes, Path wsdl) throws Exception {
        Cost least = null;
        for (int i = 0; i < RUNS; i++) {
            Cost cost = Cost.of(JavaProgram.of(
                            LargePublishing.class,
                            how,
                            String.valueOf(endpoints),
                            wsdl.toUri().toString())
                    .classPath(classes + File.pathSeparator + System.getProperty("java.class.path"))
                    .run(folder)
                    .said());
            least = least == null || cost.published() < least.published() ? cost : least;
        }
        return least;
    }
}
