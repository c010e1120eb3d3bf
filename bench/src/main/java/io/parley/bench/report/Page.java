package io.parley.bench.report;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page in Markdown and the charts that it shows, made from a template: a file among the resources of this package. A
 * place of the template, such as {@code {goals}}, is replaced by the text that it is given; one that is given none
 * disappears. Sections whose lines with places all disappear are left out, with their headings. Used once.
 */
public final class Page {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z0-9-]+)}");
    private static final Pattern LINE = Pattern.compile("^" + PLACE + "$", Pattern.MULTILINE);
    private static final List<String> HEADINGS = List.of("## ", "### ");

    private final Path file;
    private final String template;
    private final Map<String, String> texts = new HashMap<>();

    /**
     * Creates a page about results.
     *
     * @param template name of the template without its ending
     */
    public Page(Path file, String template, RunInfo info) {
        this.file = file;
        this.template = resource(template + ".md");
        Map<String, String> origin = Map.of(
                "command", info.command(),
                "commit", info.commit(),
                "machine", info.machine(),
                "java", info.java(),
                "started", info.started(),
                "load", String.format(Locale.ROOT, "%.1f", info.load()));
        texts.putAll(origin);
    }

    /** Returns the text of a file among the resources of this package. */
    static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of such a file without comments. */
    static Stream<String> lines(String name) {
        return resource(name).lines().filter(line -> !line.startsWith("#"));
    }

    /** Returns the lines below a heading in brackets, up to the next empty line, of such a file. */
    static Stream<String> section(String name, String heading) {
        return lines(name)
                .dropWhile(line -> !line.equals("[" + heading + "]"))
                .skip(1)
                .takeWhile(line -> !line.isEmpty());
    }

    /**
     * Gives a place its text.
     *
     * @throws IllegalArgumentException if the template has no such place
     */
    public Page put(String place, String text) {
        if (!template.contains("{" + place + "}")) {
            throw new IllegalArgumentException("no place is called " + place);
        }
        texts.put(place, text.strip());
        return this;
    }

    /** Gives a place a table; nothing if the table has no rows. */
    public Page put(String place, Table table) {
        return put(place, table.isEmpty() ? "" : table.markdown());
    }

    /** Writes charts to the page's folder, and gives a place their pictures. */
    Page put(String place, List<Plot> plots) throws IOException {
        StringBuilder pictures = new StringBuilder();
        for (Plot plot : plots) {
            plot.write(folder());
            pictures.append("![" + plot.title() + "](" + plot.file() + ")\n\n");
        }
        return put(place, pictures.toString());
    }

    /** Gives the place {@code notes} the handwritten text of a file in the page's folder, without its title. */
    Page notes(String name) throws IOException {
        Path notes = folder().resolve(name);
        return Files.exists(notes)
                ? put(
                        "notes",
                        Files.readAllLines(notes).stream()
                                .dropWhile(line -> line.isBlank() || line.startsWith("# "))
                                .collect(Collectors.joining("\n")))
                : this;
    }

    /**
     * Gives the place {@code origin} the origin of the figures, and a warning if other load made them unreliable.
     *
     * @param disturbed text of the warning, about what the figures show nevertheless
     */
    Page origin(RunInfo info, String disturbed) {
        Table origin = new Table("this run", "")
                .row("command", "`" + info.command() + "`")
                .row("commit", "`" + info.commit() + "`")
                .row("machine", info.machine())
                .row("Java", info.java())
                .row("began", info.started())
                .row("load when it began", Amounts.number(info.load()));
        String warning = "\n**Other work ran on this machine: " + disturbed + ".**";
        return put("origin", origin.markdown() + (info.disturbed() ? warning : ""));
    }

    /** Returns a part of a section, for places with as many of them as there are results. */
    public static String part(String title, String text) {
        return "### " + title + "\n\n" + text + "\n";
    }

    /** Writes the page; returns its path. */
    public Path write() throws IOException {
        String sections = withoutEmpty(template, 0);
        String filled = PLACE.matcher(sections).replaceAll(place -> Matcher.quoteReplacement(text(place.group(1))));
        Files.createDirectories(folder());
        return Files.writeString(file, filled.replaceAll("\n{3,}", "\n\n").strip() + "\n");
    }

    /** Returns the text without the sections of a level, and those below it, that have nothing to say. */
    private String withoutEmpty(String text, int level) {
        if (level == HEADINGS.size()) {
            return text;
        }
        String[] sections = text.split("(?m)^(?=" + HEADINGS.get(level) + ")");
        return Arrays.stream(sections)
                .filter(section -> !section.startsWith(HEADINGS.get(level)) || isFilled(section))
                .map(section -> withoutEmpty(section, level + 1))
                .collect(Collectors.joining());
    }

    private boolean isFilled(String section) {
        List<String> places =
                LINE.matcher(section).results().map(place -> place.group(1)).toList();
        return places.isEmpty()
                || places.stream().anyMatch(place -> !text(place).isEmpty());
    }

    private String text(String place) {
        return texts.getOrDefault(place, "");
    }

    private Path folder() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }
}
