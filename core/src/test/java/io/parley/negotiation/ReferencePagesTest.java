package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that the pages in docs/reference that are generated from enums are up to date. {@code mvn -q -pl core -am test
 * -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write} generates them.
 */
class ReferencePagesTest {
    private static final Path SOURCES = Path.of("../data/src/main/java");
    private static final Path PAGES = Path.of("../docs/reference");

    @Test
    void fallbackReasons() throws IOException {
        StringBuilder page = page("Fallback reasons", FallbackReason.class);
        page.append("""
                Why a call went by plain SOAP. *Held* says how long the reason keeps a session key from being negotiated:
                `call` not at all; `renew` not at all unless the session was lost within 30 seconds; `soon` a second,
                doubled up to 30, but not at all after a session of 30 seconds or more; `short` 30 seconds, doubled up to
                10 minutes; `long` an hour, doubled up to a day.

                | reason | held | what happened | what to do |
                |---|---|---|---|
                """);
        for (FallbackReason reason : FallbackReason.values()) {
            String held = reason.memory().name().toLowerCase(Locale.ROOT);
            row(page, code(reason.name()), held, reason.sentence(), reason.fix());
        }
        assertPage("fallback-reasons.md", page);
    }

    @Test
    void errorCodes() throws IOException {
        Function<String, String> meaning = meanings(ErrorCode.class);
        StringBuilder page = page("Error codes", ErrorCode.class);
        page.append("""
                *Scope* is what ends; *retry* says whether the same call may go another way.

                | number | code | scope | retry | meaning |
                |---|---|---|---|---|
                """);
        for (ErrorCode code : ErrorCode.values()) {
            row(
                    page,
                    String.valueOf(code.number()),
                    code(code.name()),
                    code.scope().name().toLowerCase(Locale.ROOT),
                    code.retry().name().toLowerCase(Locale.ROOT),
                    meaning.apply(code.name()));
        }
        assertPage("error-codes.md", page);
    }

    @Test
    void limits() throws IOException {
        StringBuilder page = page("Limits", Limit.class);
        page.append("*Agreed* limits stand in offer and answer; the smaller side's value holds for both.\n");
        for (Limit.Group group : Limit.Group.values()) {
            page.append("\n## ").append(group.title()).append("\n\n");
            page.append("| setting | default | unit | agreed | what it limits |\n|---|---|---|---|---|\n");
            Arrays.stream(Limit.values())
                    .filter(limit -> limit.group() == group)
                    .forEach(limit -> row(
                            page,
                            code(limit.setting()),
                            limit.initialText(),
                            limit.unit(),
                            limit.agreed() ? "yes" : "no",
                            limit.meaning()));
        }
        assertPage("limits.md", page);
    }

    /** The table of replies in the protocol page agrees with the enum. */
    @Test
    void theClassesOfRepliesInTheProtocolPageAreThoseOfTheCode() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../docs/protocol/negotiation.md"));
        for (ReplyKind kind : ReplyKind.values()) {
            String verdict = kind.verdict().name().toLowerCase(Locale.ROOT);
            assertThat(rows)
                    .filteredOn(row -> row.startsWith("| `" + kind.name() + "` |"))
                    .singleElement()
                    .asString()
                    .contains("| " + verdict + " |");
        }
    }

    private static StringBuilder page(String title, Class<?> source) {
        return new StringBuilder(String.format("""
                # %s

                Written from `%s`; change it there, then run
                `mvn -q -pl core -am test -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write`.

                """, title, source.getSimpleName()));
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    /** Returns a function from each constant to its Javadoc, as text. */
    private static Function<String, String> meanings(Class<?> type) throws IOException {
        String source = Files.readString(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
        return constant -> {
            Matcher javadoc = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*" + constant + "\\(", Pattern.DOTALL)
                    .matcher(source);
            assertThat(javadoc.find())
                    .as("%s.%s has Javadoc", type.getSimpleName(), constant)
                    .isTrue();
            return javadoc.group(1)
                    .replaceAll("\\n\\s*\\*", " ")
                    .replaceAll("\\{@(?:link|code) #?([^}]*)}", "`$1`")
                    .replaceAll("\\s+", " ")
                    .strip();
        };
    }

    private static void assertPage(String name, StringBuilder content) throws IOException {
        Path file = PAGES.resolve(name);
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.createDirectories(PAGES);
            Files.writeString(file, content);
        }
        assertThat(file).hasContent(content.toString());
    }
}
