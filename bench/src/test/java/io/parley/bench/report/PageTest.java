package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parley.bench.result.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages that are made from templates. */
class PageTest {
    private static final RunInfo INFO = new RunInfo("channels", "quick", "c0ffee", "machine", "17", "today", 0.1);

    @TempDir
    Path folder;

    @Test
    void aSectionWithoutFiguresIsLeftOut() throws Exception {
        String page = Files.readString(page().put("ratios", "four times").write());

        assertThat(page).contains("## A session on each channel", "and back.\n\nfour times\n");
        assertThat(page).doesNotContain("## All systems", "{");
    }

    @Test
    void aPlaceThatTheTemplateDoesNotHaveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> page().put("ratio", "four times"))
                .withMessageContaining("ratio");
    }

    private Page page() {
        return new Page(folder.resolve("channels.md"), "channels", INFO);
    }
}
