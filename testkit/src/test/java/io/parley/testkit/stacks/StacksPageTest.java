package io.parley.testkit.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the pages list the stacks of the campaign. {@code -Dparley.pages=write} rewrites them. */
class StacksPageTest {
    private static final Path ROOT = Path.of("..");
    private static final String HEAD =
            "| stack | services serve on | clients call on | shown by |\n|---|---|---|---|\n";
    /** Names of products, by the first part of the stacks' names. */
    private static final Map<String, String> PRODUCTS = Map.of(
            "cxf", "CXF",
            "netty", "Netty",
            "boot", "Spring Boot",
            "tomcat", "Tomcat",
            "jetty", "Jetty",
            "undertow", "Undertow",
            "wildfly", "WildFly",
            "quarkus", "Quarkus",
            "camel", "Camel");

    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*");
    /** A product and its versions. Netty is excluded, since pages also name the versions with its fixes. */
    private static final Pattern NAMED = Pattern.compile("(?<product>quarkus-cxf|"
            + PRODUCTS.values().stream()
                    .filter(product -> !product.equals("Netty"))
                    .collect(Collectors.joining("|"))
            + ") (?<versions>\\d[\\d.]*((, | and | or )\\d[\\d.]*)*)");

    @Test
    void theMatrixIsThatOfTheCampaign() throws IOException {
        StringBuilder rows = new StringBuilder(HEAD);
        Set<String> everyBuild = inEveryBuild();
        for (Stack stack : all()) {
            rows.append("| " + stack.title() + " | " + String.join(", ", stack.served()) + " | "
                    + String.join(", ", stack.called()) + " | "
                    + (everyBuild.contains(stack.name()) ? "`StacksCampaignTest`" : "`./campaign stacks`") + " |\n");
        }
        replace(
                ROOT.resolve("docs/compatibility.md"),
                Pattern.compile("(?<=<!-- stacks -->\n).*?(?=<!-- end of stacks -->)", Pattern.DOTALL),
                rows.toString());
    }

    @Test
    void theFirstPageNamesTheStacksOfTheCampaign() throws IOException {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        for (Stack stack : all()) {
            String[] name = stack.name().replaceFirst("^war-", "").split("-", -1);
            versions.computeIfAbsent(name[0], key -> new LinkedHashSet<>()).add(name[1]);
        }
        versions.get("netty").add("4.2"); // the version in all stacks, except those that pin another
        String products = versions.entrySet().stream()
                .map(each -> PRODUCTS.get(each.getKey()) + " " + listed(List.copyOf(each.getValue())))
                .collect(Collectors.joining("; "));
        replace(
                ROOT.resolve("README.md"),
                Pattern.compile("(?<=\\| \\*\\*Runs on\\*\\* \\| JDK 17 to 25; ).*?(?=; Artemis)"),
                products);
    }

    @Test
    void guidesNameVersionsThatTheCampaignTries() throws IOException {
        Map<String, Set<String>> tried = new HashMap<>();
        for (Stack stack : all()) {
            versions(stack.title(), tried);
        }
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs/guide"))) {
            for (Path guide :
                    guides.filter(file -> file.toString().endsWith(".md")).toList()) {
                Map<String, Set<String>> named = new HashMap<>();
                versions(Files.readString(guide), named);
                named.forEach((product, versions) -> assertThat(versions)
                        .as("%s of %s", product, guide)
                        .allMatch(version ->
                                tried.get(product).stream().anyMatch(each -> (each + '.').startsWith(version + '.'))));
            }
        }
    }

    @Test
    void theQuickStartNamesEveryLineOfCxf() throws IOException {
        Map<String, Set<String>> named = new HashMap<>();
        versions(Files.readString(ROOT.resolve("docs/guide/quick-start.md")), named);

        assertThat(named.get("CXF"))
                .containsExactlyInAnyOrderElementsOf(Stacks.LINES.stream()
                        .map(line -> line.name().replace("cxf-", ""))
                        .toList());
    }

    /** Adds the versions of products in the text, such as {@code CXF 4.0, 4.1 or 4.2}. */
    private static void versions(String text, Map<String, Set<String>> found) {
        Matcher places = NAMED.matcher(text);
        while (places.find()) {
            Matcher version = VERSION.matcher(places.group("versions"));
            while (version.find()) {
                found.computeIfAbsent(places.group("product").replace("quarkus-cxf", "Quarkus"), key -> new HashSet<>())
                        .add(version.group());
            }
        }
    }

    private static List<Stack> all() {
        List<Stack> all = new ArrayList<>(Stacks.LINES);
        all.addAll(Stacks.OTHERS);
        return all;
    }

    /** Returns the names of the stacks that the campaign's test runs in every build. */
    private static Set<String> inEveryBuild() throws IOException {
        String test = Files.readString(ROOT.resolve("cli/src/test/java/io/parley/cli/StacksCampaignTest.java"));
        Matcher pairs = Pattern.compile("\"(cxf-[^\"]*)\"").matcher(test);
        assertThat(pairs.find()).as("the pairs of the test").isTrue();
        return Set.copyOf(Pattern.compile("[:,]").splitAsStream(pairs.group(1)).collect(Collectors.toSet()));
    }

    private static String listed(List<String> versions) {
        int last = versions.size() - 1;
        return last == 0
                ? versions.get(0)
                : String.join(", ", versions.subList(0, last)) + " and " + versions.get(last);
    }

    private static void replace(Path page, Pattern place, String wanted) throws IOException {
        String text = Files.readString(page);
        Matcher found = place.matcher(text);
        assertThat(found.find()).as("%s has its markers", page).isTrue();
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(page, text.substring(0, found.start()) + wanted + text.substring(found.end()));
        } else {
            assertThat(found.group())
                    .as("%s; -Dparley.pages=write writes it anew", page)
                    .isEqualTo(wanted);
        }
    }
}
