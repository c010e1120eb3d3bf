package io.parley.bench.report;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of a page in Markdown and of the charts that it shows. Used once. */
final class Page {
    private final Path folder;
    private final String file;
    private final StringBuilder text = new StringBuilder();

    Page(Path folder, String file, String title) {
        this.folder = folder;
        this.file = file;
        text.append("# ").append(title).append("\n\n");
    }

    void section(String title) {
        text.append("## ").append(title).append("\n\n");
    }

    void part(String title) {
        text.append("### ").append(title).append("\n\n");
    }

    /** Adds a paragraph of these lines. */
    void paragraph(String... lines) {
        text.append(String.join("\n", lines)).append("\n\n");
    }

    /**
     * Adds a section with the handwritten text of a file in the page's folder, without its title; nothing if the file
     * is missing.
     */
    void notes(String title, String file) throws IOException {
        Path notes = folder.resolve(file);
        if (Files.exists(notes)) {
            section(title);
            paragraph(Files.readAllLines(notes).stream()
                    .dropWhile(line -> line.isBlank() || line.startsWith("# "))
                    .collect(Collectors.joining("\n"))
                    .strip());
        }
    }

    void table(Table table) {
        text.append(table.markdown()).append('\n');
    }

    /** Adds the origin of the figures, and a warning if other load made them unreliable. */
    void origin(RunInfo info) {
        origin(info, "the figures show that everything runs, and nothing else");
    }

    /**
     * Adds the origin of the figures, and a warning if other load made them unreliable.
     *
     * @param info origin of the results
     * @param disturbed text of the warning, about what the figures show nevertheless
     */
    void origin(RunInfo info, String disturbed) {
        table(new Table("this run", "")
                .row("command", "`" + info.command() + "`")
                .row("commit", "`" + info.commit() + "`")
                .row("machine", info.machine())
                .row("Java", info.java())
                .row("began", info.started())
                .row("load when it began", Amounts.number(info.load())));
        if (info.disturbed()) {
            paragraph("**Other work ran on this machine: " + disturbed + ".**");
        }
    }

    /** Writes the charts to the page's folder and adds them to the page. */
    void plots(List<Plot> plots) throws IOException {
        for (Plot plot : plots) {
            plot.write(folder);
            paragraph("![" + plot.title() + "](" + plot.file() + ")");
        }
    }

    /** Writes the page; returns its path. */
    Path write() throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve(file), text.toString().stripTrailing() + "\n");
    }
}
