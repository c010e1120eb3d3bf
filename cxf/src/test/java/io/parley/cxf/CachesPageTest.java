package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the page of caches lists each field that holds several objects beyond a call, and that the tests it names
 * exist.
 */
class CachesPageTest {
    private static final Path PAGE = Path.of("../docs/reference/caches.md");
    private static final Path SOURCES = Path.of("src/main/java");

    /** Matches a field of a top-level class whose type is a collection. */
    private static final Pattern FIELD = Pattern.compile(
            "(?m)^ {4}((?:private |protected |public |static |final |volatile )+)(?:\\w*(?:Map|Set|List|Deque|Queue)|Collection"
                    + "|ThreadLocal|ClassValue)<[^;={(]*> (\\w+)(?:;| =\\s*([^;]{0,40}))");

    private static final Pattern CONSTANT =
            Pattern.compile("(?:Set|List|Map|HeaderNames)\\.of(?:Entries)?\\b.*", Pattern.DOTALL);
    private static final Pattern NAME_OF_TEST = Pattern.compile("`(\\w+Test)`");

    /** Fields that keep nothing beyond a call, with the reason. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("InfosetNodes.seen", "of one walk through a layout"),
            Map.entry("InfosetNodes.open", "of one walk through a layout"),
            Map.entry("InfosetNodes.found", "of one walk through a layout"),
            Map.entry("EndpointModel.infos", "the contract of one endpoint, filled when it is made"),
            Map.entry("EndpointModel.logged", "what the log says already of one endpoint, bounded"),
            Map.entry("OperationChoices.terms", "of one agreement"),
            Map.entry("OperationChoices.reasons", "of one agreement"),
            Map.entry("PlainCallPattern.offerValues", "a part of its key"),
            Map.entry("RequestedTerms.settings", "a value that is compared"),
            Map.entry("Negotiation.headers", "of one negotiation"),
            Map.entry("ControlClient.setCookies", "of one offer"),
            Map.entry("NegotiationRequest.properties", "of one call that is sent elsewhere"),
            Map.entry("NegotiationRequest.headers", "of one call that is sent elsewhere"),
            Map.entry("Caller.place", "of one caller"),
            Map.entry("Caller.headers", "of one caller"),
            Map.entry("ByteUse.classes", "of one look at the code of an interceptor"),
            Map.entry("ByteUse.open", "of one look at the code of an interceptor"),
            Map.entry("ByteUse.seen", "of one look at the code of an interceptor"),
            Map.entry("MethodCalls.calls", "of one look at the code of an interceptor"),
            Map.entry("MethodCalls.accessing", "of one look at the code of an interceptor"),
            Map.entry("OneWayTurns.lanes", "calls in their order, of one session"),
            Map.entry("OrderKeys.parameters", "of one contract, and never changed"),
            Map.entry("SharedSettings.OF_ENDPOINTS", "constant"),
            Map.entry("SharedSettings.SHARED", "constant"),
            Map.entry("SharedSettings.effective", "settings of the first endpoint of a bus, and never changed"),
            Map.entry("SharedSettings.logged", "what the log of a bus says already"),
            Map.entry("ServiceChannels.warnings", "what the log says already of the channels of one endpoint"),
            Map.entry("Setting.ALL", "constant"),
            Map.entry("Setting.LIMITS", "constant"),
            Map.entry("Carriers.ALL", "the carriers of the class path, which keep nothing"),
            Map.entry("ParleyFeature.settings", "settings of the application"),
            Map.entry("Terms.representations", "of one agreement"),
            Map.entry("Terms.operations", "of one agreement"),
            Map.entry("Terms.numbers", "of one agreement"));

    private static Set<String> fields() throws IOException {
        Set<String> fields = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Matcher field = FIELD.matcher(Files.readString(file));
                while (field.find()) {
                    boolean isStatic = field.group(1).contains("static");
                    if (!isStatic || !CONSTANT.matcher(field.group(3)).matches()) {
                        fields.add(file.getFileName().toString().replace(".java", ".") + field.group(2));
                    }
                }
            }
        }
        return fields;
    }

    private static Set<String> named(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .map(each -> each.replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachFieldStandsOnThePageOrHasAReasonNotTo() throws IOException {
        Set<String> known = named(Pattern.compile("`[A-Z]\\w+\\.\\w+`"));
        known.addAll(OTHERS.keySet());
        assertThat(known).containsExactlyElementsOf(fields());
    }

    @Test
    void eachTestThatIsNamedExists() throws IOException {
        Set<String> tests;
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            tests = files.map(Path::toString)
                    .filter(each -> each.contains("/src/test/") && each.endsWith("Test.java"))
                    .map(each -> each.substring(each.lastIndexOf('/') + 1).replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        assertThat(named(NAME_OF_TEST)).isNotEmpty().isSubsetOf(tests);
    }
}
