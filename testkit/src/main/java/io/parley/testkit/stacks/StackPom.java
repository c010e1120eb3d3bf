package io.parley.testkit.stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the POM of an application on a stack. Coordinates are {@code group:artifact:version}; a fourth word says that
 * the artifact is a {@code pom} to import, is {@code provided} by a container, is a {@code zip} to unpack, or comes
 * {@code without} a transitive dependency.
 */
final class StackPom {
    private static final String MAVEN = "org.apache.maven.plugins";
    private static final String COMPILER = plugin(MAVEN + ":maven-compiler-plugin:3.16.0", "");
    private static final String DEPENDENCIES = MAVEN + ":maven-dependency-plugin:3.9.0";
    private static final String WAR = plugin(
            MAVEN + ":maven-war-plugin:3.4.0",
            "<configuration><failOnMissingWebXml>false</failOnMissingWebXml></configuration>");
    private static final String WITHOUT = "without ";
    private static final int VERSION = 2;
    private static final int KIND = 3;

    private StackPom() {}

    /** Returns the POM of an application. */
    static String of(String name, Stack stack, List<String> managed, List<String> dependencies) {
        List<String> plugins = new ArrayList<>(List.of(COMPILER));
        if (stack.isWar()) {
            plugins.add(WAR);
            plugins.add(unpacking(dependencies.stream().filter(StackPom::isZip).toList()));
        } else if (stack.isQuarkus()) {
            plugins.add(quarkus(managed));
        }
        return project(
                name,
                (stack.isWar() ? "<packaging>war</packaging>" : "")
                        + "<properties><maven.compiler.release>17</maven.compiler.release>"
                        + "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"
                        + "<dependencyManagement>" + dependencies(managed) + "</dependencyManagement>"
                        + dependencies(dependencies.stream()
                                .filter(each -> !isZip(each))
                                .toList())
                        + "<build><finalName>shop</finalName><plugins>" + String.join("", plugins)
                        + "</plugins></build>");
    }

    /** Returns the POM that aggregates all applications. */
    static String ofAll(List<String> modules) {
        return project(
                "stacks",
                "<packaging>pom</packaging><modules>"
                        + modules.stream()
                                .map(module -> "<module>" + module + "</module>")
                                .collect(Collectors.joining())
                        + "</modules>");
    }

    /** Returns a POM with the given content. */
    static String project(String name, String content) {
        return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
                + "<groupId>com.example</groupId><artifactId>" + name + "</artifactId><version>1</version>" + content
                + "</project>\n";
    }

    private static boolean isZip(String coordinates) {
        return coordinates.endsWith(":zip");
    }

    /** Returns the dependencies element of a project or of its dependency management. */
    static String dependencies(List<String> coordinates) {
        return coordinates.stream()
                .map(each -> "<dependency>" + place(each) + kind(each) + "</dependency>\n")
                .collect(Collectors.joining("", "<dependencies>", "</dependencies>"));
    }

    private static String place(String coordinates) {
        String[] parts = coordinates.split(":", -1);
        return "<groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId>"
                + (parts[VERSION].isEmpty() ? "" : "<version>" + parts[VERSION] + "</version>");
    }

    private static String kind(String coordinates) {
        String[] parts = coordinates.split(":", -1);
        if (parts.length <= KIND) {
            return "";
        }
        String kind = parts[KIND];
        if (kind.startsWith(WITHOUT)) {
            return "<exclusions><exclusion><groupId>*</groupId><artifactId>" + kind.substring(WITHOUT.length())
                    + "</artifactId></exclusion></exclusions>";
        }
        return kind.equals("pom") ? "<type>pom</type><scope>import</scope>" : "<scope>" + kind + "</scope>";
    }

    private static String plugin(String coordinates, String content) {
        return "<plugin>" + place(coordinates) + content + "</plugin>";
    }

    private static String unpacking(List<String> zips) {
        return plugin(
                DEPENDENCIES,
                "<executions><execution><phase>package</phase><goals><goal>unpack</goal></goals><configuration><artifactItems>"
                        + zips.stream()
                                .map(
                                        zip -> "<artifactItem>" + place(zip) + "<type>zip</type>"
                                                + "<outputDirectory>${project.build.directory}/container</outputDirectory></artifactItem>")
                                .collect(Collectors.joining())
                        + "</artifactItems></configuration></execution></executions>");
    }

    /** Returns the build plugin of Quarkus, in the version of its BOM. */
    private static String quarkus(List<String> managed) {
        String version = managed.stream()
                .map(each -> each.split(":", -1))
                .filter(parts -> parts[1].equals("quarkus-bom"))
                .findFirst()
                .orElseThrow()[VERSION];
        return plugin(
                "io.quarkus:quarkus-maven-plugin:" + version,
                "<executions><execution><goals><goal>build</goal></goals></execution></executions>");
    }
}
