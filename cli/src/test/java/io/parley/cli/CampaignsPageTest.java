package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the tests and properties named on the page of campaigns exist. */
class CampaignsPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/campaigns.md");
    private static final Pattern TEST = Pattern.compile("\\b([A-Z]\\w*Test)\\b");
    /** A row with the modules of its tests. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[a-z,-]+`(?:, )?)+) \\| ([^|]*) \\|");

    private static final Pattern MODULE = Pattern.compile("[a-z-]+");
    private static final Pattern PROPERTY = Pattern.compile("-D(parley\\.[a-z.]+)=");
    /** The part of a property's name that the code takes from a channel. */
    private static final Pattern CHANNEL = Pattern.compile("^parley\\.(http|jms)(?=\\.types$)");
    /** A placeholder for any of the fuzz tests. */
    private static final String EXAMPLE = "SomeFuzzTest";

    @Test
    void everyTestOfThePageExists() throws IOException {
        Set<String> named = found(TEST);
        named.remove(EXAMPLE);
        Set<String> there = sources().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());

        assertThat(named).allMatch(test -> there.stream().anyMatch(name -> name.endsWith(test)));
    }

    @Test
    void eachTestIsInAModuleOfItsRow() throws IOException {
        List<Path> sources = sources();
        int tests = 0;
        for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
            List<Path> modules = MODULE.matcher(row.group(1))
                    .results()
                    .map(module -> ROOT.resolve(module.group()))
                    .toList();
            for (MatchResult test : TEST.matcher(row.group(2)).results().toList()) {
                tests++;
                assertThat(sources)
                        .as(test.group() + " in " + row.group(1))
                        .anyMatch(source -> modules.stream().anyMatch(source::startsWith)
                                && source.toString().endsWith(test.group() + ".java"));
            }
        }
        assertThat(tests).isPositive();
    }

    @Test
    void everyPropertyOfThePageIsRead() throws IOException {
        Set<String> named = found(PROPERTY);
        for (Path source : sources()) {
            String text = Files.readString(source);
            named.removeIf(property -> text.contains(property)
                    || text.contains(CHANNEL.matcher(property).replaceFirst("")));
        }
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        named.removeIf(pom::contains);

        assertThat(named).isEmpty();
    }

    private static Set<String> found(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> file.toString().endsWith(".java")
                            && !file.toString().contains("/target/"))
                    .toList();
        }
    }
}
