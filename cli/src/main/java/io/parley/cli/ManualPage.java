package io.parley.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Prints the manual page of one command in the man(7) language, from the texts of picocli's {@code --help}. Used by one
 * thread.
 */
final class ManualPage {
    private static final String SECTION = "1";
    private static final ColorScheme PLAIN = Help.defaultColorScheme(Ansi.OFF);
    private static final int ASCII_END = 127;
    /** Width at which no synopsis is wrapped: man(1) wraps lines itself. */
    private static final int UNBROKEN = 4_000;

    private final CommandSpec command;
    private final Help help;
    private final StringBuilder text = new StringBuilder();

    private ManualPage(CommandSpec command) {
        this.command = command;
        command.usageMessage().autoWidth(false).width(UNBROKEN);
        help = new Help(command, PLAIN);
    }

    /** Returns the commands with pages: this one and all below it, except for hidden ones. */
    static List<CommandLine> pages(CommandLine command) {
        List<CommandLine> pages = new ArrayList<>();
        if (!command.getCommandSpec().usageMessage().hidden()) {
            pages.add(command);
            command.getSubcommands().values().forEach(each -> pages.addAll(pages(each)));
        }
        return pages;
    }

    /** Returns the file name of a command's page: {@code parley-ctx-ls.1}. */
    static String fileName(CommandSpec command) {
        return name(command) + "." + SECTION;
    }

    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    /** Returns the page of a command as ASCII text. */
    static String of(CommandSpec command, String version) {
        ManualPage page = new ManualPage(command);
        page.macro("TH", name(command).toUpperCase(Locale.ROOT), SECTION, "", version, "Parley");
        page.head();
        page.arguments();
        page.options();
        page.commands();
        page.exitCodes();
        page.footer();
        page.seeAlso();
        return page.text.toString();
    }

    private void head() {
        List<String> description = lines(command.usageMessage().description());
        String all = String.join(" ", description);
        int end = all.indexOf(". ");
        heading("NAME");
        paragraph(name(command) + " - " + (end < 0 ? all : all.substring(0, end)).replaceFirst("[.;]$", ""));
        heading("SYNOPSIS");
        paragraph(help.synopsis(0).replaceAll("\\s+", " "));
        heading("DESCRIPTION");
        description.forEach(this::described);
    }

    /**
     * Adds a line of the description. Lines are joined, except for indented ones, which are commands to type, and those
     * after an empty one.
     */
    private void described(String line) {
        boolean isExample = line.startsWith(" ");
        if (isExample) {
            macro("nf");
        }
        if (line.isBlank()) {
            macro("PP");
        } else {
            line(line);
        }
        if (isExample) {
            macro("fi");
        }
    }

    private void arguments() {
        List<PositionalParamSpec> shown = command.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        if (!shown.isEmpty()) {
            heading("ARGUMENTS");
            shown.forEach(each -> item(label(each), each.description()));
        }
    }

    private void options() {
        heading("OPTIONS");
        command.options().stream()
                .filter(each -> !each.hidden())
                .sorted(Help.createShortOptionNameComparator())
                .forEach(each -> item(names(each), each.description()));
    }

    private String names(OptionSpec option) {
        String bold = Arrays.stream(option.names()).map(ManualPage::bold).collect(Collectors.joining(", "));
        return bold + label(option);
    }

    private String label(ArgSpec argument) {
        return escaped(help.parameterLabelRenderer()
                .renderParameterLabel(argument, Ansi.OFF, List.of())
                .toString());
    }

    private static String bold(String words) {
        return "\\fB" + escaped(words) + "\\fR";
    }

    private void commands() {
        Map<String, CommandLine> below = command.subcommands();
        if (!below.isEmpty()) {
            heading("COMMANDS");
            below.values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(each -> !each.usageMessage().hidden())
                    .forEach(each -> item(
                            name(each) + "(" + SECTION + ")",
                            each.usageMessage().description()));
        }
    }

    private void exitCodes() {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            heading("EXIT STATUS");
            codes.forEach((code, meaning) -> item(bold(code.strip()), meaning));
        }
    }

    /** Adds the footer, which only the page of the top command has. */
    private void footer() {
        String[] footer = command.usageMessage().footer();
        if (command.parent() == null && footer.length > 0) {
            heading("NOTES");
            macro("nf");
            lines(footer).forEach(this::line);
            macro("fi");
        }
    }

    private void seeAlso() {
        List<String> others = new ArrayList<>();
        for (CommandSpec above = command.parent(); above != null; above = above.parent()) {
            others.add(0, name(above) + "(" + SECTION + ")");
        }
        if (!others.isEmpty()) {
            heading("SEE ALSO");
            paragraph(String.join(", ", others));
        }
    }

    private void heading(String title) {
        macro("SH", title);
    }

    /** Adds a list item whose term is verbatim. */
    private void item(String term, String... description) {
        macro("TP");
        text.append(term).append('\n');
        paragraph(String.join(" ", lines(description)));
    }

    private void paragraph(String words) {
        line(words.strip());
    }

    private void macro(String name, String... arguments) {
        text.append('.').append(name);
        for (String each : arguments) {
            text.append(" \"").append(escaped(each).replace("\"", "\\(dq")).append('"');
        }
        text.append('\n');
    }

    /** Adds a line of text, escaped so that it cannot be read as a macro. */
    private void line(String words) {
        boolean isMacro = words.startsWith(".") || words.startsWith("'");
        text.append(isMacro ? "\\&" : "").append(escaped(words)).append('\n');
    }

    private static String escaped(String words) {
        return words.codePoints()
                .mapToObj(each -> switch (each) {
                    case '\\' -> "\\e";
                    case '-' -> "\\-";
                    case '\'' -> "\\(aq";
                    case '^' -> "\\(ha";
                    case '~' -> "\\(ti";
                    case '`' -> "\\(ga";
                    default -> each < ASCII_END ? Character.toString(each) : String.format("\\[u%04X]", each);
                })
                .collect(Collectors.joining());
    }

    /** Returns lines as picocli prints them: each text is a format and may have several lines. */
    private static List<String> lines(String... formats) {
        return Arrays.stream(formats)
                .flatMap(each -> String.format(each).lines())
                .toList();
    }
}
