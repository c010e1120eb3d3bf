package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.result.ResultFile;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the report with made-up results, whose round figures make the derived values easy to check. */
class ReportTest {
    @TempDir
    Path folder;

    private String page = "";

    @BeforeEach
    void write() throws Exception {
        Path recorded = Path.of(
                Objects.requireNonNull(getClass().getResource("results.jsonl")).toURI());
        ResultFile file = ResultFile.read(recorded);
        Files.writeString(folder.resolve("notes.md"), "# Notes\n\nA hand-off between threads takes too long.\n");
        Files.writeString(
                folder.resolve("serialized-vs-normal.notes.md"), "# Notes\n\nSerialized messages take longer.\n");
        page = Files.readString(Report.write(folder, file.info(), file.results(), ""));
    }

    @Test
    void itSaysWhereTheFiguresComeFrom() {
        assertThat(page)
                .contains("`./parley bench --quick`")
                .contains("`0123456789ab`")
                .contains("2 processors (made up)")
                .doesNotContain("Other work ran");
    }

    @Test
    void eachGoalIsMetOrNot() {
        assertThat(page)
                .containsPattern("parley +\\| f64-11MB: time, times that of blocking +\\| +≤ 1.3 \\| +1.20 \\| +yes")
                .containsPattern(
                        "parley +\\| f64-11MB: processor time, times that of blocking +\\| +≤ 1.3 \\| +1.50 \\| +\\*\\*no")
                .containsPattern("parley +\\| f64-11MB: sleeps of threads for a call +\\| +≤ 20 \\| +18.0 \\| +yes")
                .containsPattern("parley +\\| f64-11MB: times faster than grpc +\\| +≥ 8 \\| +7.78 \\| +\\*\\*no")
                .containsPattern("parley-cxf +\\| f64-11MB: times faster than cxf +\\| +≥ 200 \\| +200 \\| +yes")
                .containsPattern("parley +\\| f64-11MB: allocated for each byte of payload +\\| .* 2.00 \\| +yes")
                .containsPattern(
                        "parley +\\| f64-11MB: percent on the wire beyond the payload +\\| +≤ 0.1 \\| +0.045 \\| +yes")
                .containsPattern(
                        "parley +\\| one message of f64-22MB: MB of buffers at most +\\| +≤ 4 \\| +3.50 \\| +yes")
                .containsPattern(
                        "parley-cxf +\\| void, to a service known .*: µs added +\\| +≤ 10 \\| +12.0 \\| +\\*\\*no")
                .contains("- open: parley i32-1MB: time, times that of blocking");
    }

    @Test
    void numbersShareTheFloorOfAsManyBytesOfDoubles() {
        assertThat(page)
                .containsPattern(
                        "parley +\\| i32-11MB: time, times that of blocking +\\| +≤ 1.3 \\| +1.40 \\| +\\*\\*no")
                .containsPattern("i32-11MB +\\| parley +\\| .* 1.40 \\| +1.75 \\| +– \\| +– \\|")
                .contains("- open: parley blob-11MB: time, times that of blocking");
    }

    @Test
    void whatIsWrittenByHandStandsAfterTheGoals() {
        assertThat(page)
                .contains("## What stands in the way\n\nA hand-off between threads takes too long.\n\n## Plots")
                .doesNotContain("# Notes");
    }

    @Test
    void eachFigureOfPaper002HasItsPlace() {
        assertThat(page)
                .containsPattern("Figure 1 +\\| arrays of doubles, end to end +\\| +echo \\| +f64 \\| +yes")
                .containsPattern("Figure 4 +\\| base64 data, serialized +\\| +serialize \\| +blob \\| +no")
                .containsPattern(
                        "f64-11MB +\\| echo +\\| +9.00 ms \\| +10.0 ms \\| +6.00 ms \\| +7.50 ms \\| +70.0 ms \\| +2.00 s");
    }

    @Test
    void sessionsAndTheirBreakEvenHaveAPageOfTheirOwn() throws Exception {
        assertThat(page).contains("(sessions.md)");
        assertThat(Files.readString(folder.resolve("sessions.md")))
                .containsPattern(
                        "floats-10 +\\| parley-cxf, phone +\\| +2.00 s \\| +3.00 s \\| .* 10.0 s \\| +10.0 \\| +7")
                .containsPattern("floats-10 +\\| parley-cxf, pipelined, phone +\\| +100 ms \\| .* 3.45 \\| +5")
                .containsPattern("floats-10 +\\| HHFR, paper, phone +\\| .* 2.63 \\| +2.88 printed")
                .containsPattern("floats-10 +\\| phone +\\| +10.0 s \\| +3.00 ms \\| +1.41 kB \\| +1.39 kB")
                .containsPattern("floats-10 +\\| SOAP, paper +\\| +3.48 s \\| .* 353 s")
                .contains("tables 2 and 3, then 4 and 5", "(stores.md)", "floats-10, phone: the HHFR paper, figure 12]")
                .contains("](session-floats-10-phone.png)");
        assertThat(folder.resolve("session-floats-10-phone.png")).isNotEmptyFile();
    }

    @Test
    void serializedAndNormalPayloadsHaveAPageOfTheirOwn() throws Exception {
        assertThat(page).contains("(serialized-vs-normal.md)").doesNotContain("Suite paper003");
        assertThat(Files.readString(folder.resolve("serialized-vs-normal.md")))
                .containsPattern("series +\\| +1.34 MB +\\| +11.0 MB")
                .containsPattern("http-serialized +\\| +200 ms +\\| +1.80 s")
                .containsPattern("stream-hhfr +\\| +5.00 ms +\\| +45.0 ms")
                .contains("Serialized messages take longer.")
                .contains("](paper003-figure-5.png)")
                .doesNotContain("](paper003-figure-7.png)");
        assertThat(folder.resolve("paper003-figure-5.png")).isNotEmptyFile();
    }

    @Test
    void eachCellStandsBesideFloorAndRivals() {
        assertThat(page)
                .containsPattern(
                        "f64-11MB +\\| grpc +\\| +1 \\| +70.0 ms \\| .* 9.33 \\| +11.7 \\| +1.00 \\| +0.035 \\|");
    }

    @Test
    void aRivalThatIsWeakerThanItCouldBeIsMarked() {
        assertThat(page)
                .containsPattern("f64-1000 +\\| grpc +\\| +204 µs \\| +102 µs \\| +2.00 \\| +\\*\\*slower")
                .containsPattern("f64-11MB +\\| grpc +\\| +70.0 ms \\| +72.5 ms \\| +0.97 \\| +\\|");
    }

    @Test
    void thePlotsHaveALineForEachSystemInItsColour() throws Exception {
        assertThat(page).contains("](echo-f64.png)").contains("](echo-overview.png)");
        for (String name : new String[] {"echo-f64.png", "echo-overview.png"}) {
            BufferedImage image = ImageIO.read(folder.resolve(name).toFile());
            assertThat(image.getWidth()).isEqualTo(960);
            Set<Integer> colours = new HashSet<>();
            for (int x = 0; x < image.getWidth(); x++) {
                for (int y = 0; y < image.getHeight(); y++) {
                    colours.add(image.getRGB(x, y));
                }
            }
            assertThat(colours).contains(new Color(0x0B, 0x6E, 0x4F).getRGB(), new Color(0xC5, 0x30, 0x30).getRGB());
        }
    }
}
