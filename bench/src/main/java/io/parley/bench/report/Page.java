package io.parley.bench.report;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A page in Markdown, while it is written, and the plots that it shows. Used once. */
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

    /** A paragraph of these lines. */
    void paragraph(String... lines) {
        text.append(String.join("\n", lines)).append("\n\n");
    }

    /** What was written by hand in a file of its folder, without its title, as a section; nothing if it is not there. */
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

    /** Where figures come from, and a warning if the machine had other things to do. */
    void origin(RunInfo info) {
        origin(info, "the figures show that everything runs, and nothing else");
    }

    /** @param disturbed what can be said of the figures if the machine had other things to do */
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

    /** Writes the pictures beside the page and shows them. */
    void plots(List<Plot> plots) throws IOException {
        for (Plot plot : plots) {
            plot.write(folder);
            paragraph("![" + plot.title() + "](" + plot.file() + ")");
        }
    }

    /** Puts the page where it belongs; returns where that is. */
    Path write() throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve(file), text.toString().stripTrailing() + "\n");
    }
}
