package io.parley.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the pages, and the navigation of the site that {@code mkdocs build --strict} makes of them. */
class LinksTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = HOME.resolve("docs");
    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```");
    private static final Pattern LINK = Pattern.compile("\\[[^\\[\\]]*+]\\(([^()\\s]++)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(FENCED.matcher(text(page)).replaceAll(""));
            while (links.find()) {
                if (!links.group(1).matches("(?:https?|mailto):.*") && !leads(page, links.group(1))) {
                    broken.add(HOME.relativize(page) + ": " + links.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theSiteNavigatesToEveryPage() throws IOException {
        String site = text(HOME.resolve("mkdocs.yml"));
        String navigation = site.substring(site.indexOf("\nnav:"));
        try (Stream<Path> files = Files.walk(DOCS)) {
            assertThat(files.map(file -> DOCS.relativize(file).toString().replace('\\', '/'))
                            .filter(file -> file.endsWith(".md") && !file.endsWith(".notes.md"))
                            .filter(file -> !file.startsWith("adr/")))
                    .allSatisfy(file -> assertThat(navigation).containsPattern("[ ]" + Pattern.quote(file) + "\n"));
        }
    }

    private boolean leads(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || anchors(target).contains(link.substring(hash + 1));
    }

    /** Anchors of a page's headings, as GitHub and the site make them. */
    private Set<String> anchors(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher headings = HEADING.matcher(FENCED.matcher(text(page)).replaceAll(""));
            while (headings.find()) {
                known.add(headings.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                        .replace(' ', '-'));
            }
            anchors.put(page, known);
        }
        return known;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> beside = Files.list(HOME);
                Stream<Path> docs = Files.walk(DOCS)) {
            Stream.concat(beside, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .forEach(pages::add);
        }
        return pages;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, UTF_8);
    }
}
