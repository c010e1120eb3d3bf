package io.parley.testkit.stacks;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CXF's type tests in the projects of stacks: contracts and services of the CXF project, and the values that Parley's
 * own tests call them with.
 */
final class TypeTests {
    /**
     * The project that renames the APIs of the type tests to {@code javax} for CXF 3.6, for which they are not
     * published.
     */
    static final String JAVAX_NAME = "types-javax";

    static final String JAVAX = "com.example:" + JAVAX_NAME + ":1:without cxf-testutils";
    /** The newest version; the others have the same contracts. Its dependencies are only for tests of CXF. */
    static final String JAKARTA = "org.apache.cxf:cxf-testutils:4.2.3:without *";

    private static final String SHADE =
            "<groupId>org.apache.maven.plugins</groupId><artifactId>maven-shade-plugin</artifactId>"
                    + "<version>3.6.1</version>";

    private TypeTests() {}

    /** Returns the sources that create values, print them, and name the services. */
    static List<Path> sources(Path home) {
        Path tests = home.resolve("cxf/src/test/java/io/parley/cxf/typetest");
        return List.of(
                tests.resolve("TypeTestServices.java"), tests.resolve("Values.java"), tests.resolve("Tree.java"));
    }

    /** Returns the pom of {@link #JAVAX}. */
    static String javaxPom() {
        String relocations = Stream.of("jws", "xml.bind", "xml.ws", "xml.soap", "annotation")
                .map(api -> "<relocation><pattern>jakarta." + api + "</pattern><shadedPattern>javax." + api
                        + "</shadedPattern></relocation>")
                .collect(Collectors.joining("", "<relocations>", "</relocations>"));
        return StackPom.project(
                JAVAX_NAME,
                StackPom.dependencies(List.of(JAKARTA)) + "<build><plugins><plugin>" + SHADE
                        + "<executions><execution><phase>package</phase><goals><goal>shade</goal></goals><configuration>"
                        + relocations + "</configuration></execution></executions></plugin></plugins></build>");
    }
}
