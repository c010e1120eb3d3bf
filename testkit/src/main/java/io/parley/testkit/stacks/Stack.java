package io.parley.testkit.stacks;

import java.util.ArrayList;
import java.util.List;

/**
 * A combination of frameworks that users run, and the channels that work on it. One list of stacks is the source of the
 * campaign and of the pages.
 *
 * @param name in the campaign's table, and of folders
 * @param title on the page
 * @param host folder of the sources that host the service
 * @param managed coordinates {@code group:artifact:version} whose versions the application sets; a trailing {@code
 *     :pom} imports one
 * @param dependencies coordinates of the application's dependencies besides Parley, without a version where it is
 *     managed
 * @param parley the artifact of Parley
 * @param served channels that its services support; others are refused with a reason
 * @param called channels that its clients support; others are refused with a reason
 */
record Stack(
        String name,
        String title,
        String host,
        List<String> managed,
        List<String> dependencies,
        String parley,
        List<String> served,
        List<String> called) {
    /** The channels with Netty from 4.1.137 or 4.2.18 on. */
    private static final List<String> ALL = List.of("stream", "http", "websocket");

    private static final String JAVAX = "parley-cxf3";
    private static final String BOM = ":pom";
    private static final String TRANSPORT = "transport";
    private static final String QUARKUS = "quarkus";
    private static final String WAR = "war-";

    Stack {
        managed = List.copyOf(managed);
        dependencies = List.copyOf(dependencies);
        served = List.copyOf(served);
        called = List.copyOf(called);
    }

    /** Returns a stack with a version of CXF in a program of its own, with CXF's transport over Jetty. */
    static Stack ofTransport(String name, String cxf, String... served) {
        return new Stack(
                name,
                "CXF " + cxf,
                TRANSPORT,
                List.of("org.apache.cxf:cxf-bom:" + cxf + BOM),
                List.of(
                        "org.apache.cxf:cxf-rt-frontend-jaxws:",
                        "org.apache.cxf:cxf-rt-transports-http:",
                        "org.apache.cxf:cxf-rt-transports-http-jetty:"),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /** Returns a stack with CXF's servlet in a container. */
    static Stack ofServlet(String name, String title, String cxf, String host, String container, String... served) {
        return new Stack(
                name,
                title + ", CXF " + cxf,
                host,
                List.of("org.apache.cxf:cxf-bom:" + cxf + BOM),
                List.of("org.apache.cxf:cxf-rt-frontend-jaxws:", "org.apache.cxf:cxf-rt-transports-http:", container),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /** Returns a stack whose service is a WAR in a container of its own, with the client in a program. */
    static Stack ofWar(String name, String title, String cxf, String distribution, String... served) {
        return new Stack(
                name,
                title + ", a WAR, CXF " + cxf,
                name.substring(0, name.lastIndexOf('-')),
                List.of("org.apache.cxf:cxf-bom:" + cxf + BOM),
                List.of(
                        "org.apache.cxf:cxf-rt-frontend-jaxws:",
                        "org.apache.cxf:cxf-rt-transports-http:",
                        "jakarta.servlet:jakarta.servlet-api:6.0.0:provided",
                        distribution + ":zip"),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /** Returns a stack with Quarkus and its extension for CXF. */
    static Stack ofQuarkus(String name, String quarkus, String extension, String cxf, String... served) {
        return new Stack(
                name,
                "Quarkus " + quarkus + ", CXF " + cxf,
                QUARKUS,
                List.of(
                        "io.quarkiverse.cxf:quarkus-cxf-bom:" + extension + BOM,
                        "io.quarkus:quarkus-bom:" + quarkus + BOM),
                List.of("io.quarkiverse.cxf:quarkus-cxf:"),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /** Returns a stack with a Camel route. */
    static Stack ofCamel(String name, String camel, String cxf, String... served) {
        return new Stack(
                name,
                "Camel " + camel + ", CXF " + cxf,
                "camel",
                List.of("org.apache.cxf:cxf-bom:" + cxf + BOM),
                List.of(
                        // Its SAML is not available from Maven Central.
                        "org.apache.camel:camel-cxf-soap:" + camel + ":without cxf-rt-ws-security",
                        "org.apache.camel:camel-core-engine:" + camel,
                        "org.apache.cxf:cxf-rt-transports-http-jetty:"),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /** Returns a stack with Spring Boot and CXF's starter. */
    static Stack ofBoot(String name, String boot, String starter, String... served) {
        return new Stack(
                name,
                "Spring Boot " + boot + ", CXF " + starter,
                "boot",
                List.of("org.springframework.boot:spring-boot-dependencies:" + boot + BOM),
                List.of(
                        "org.springframework.boot:spring-boot-starter-web:",
                        "org.apache.cxf:cxf-spring-boot-starter-jaxws:" + starter),
                "parley-cxf",
                List.of(served),
                ALL);
    }

    /**
     * Returns a stack with Spring Boot, one of its servers, CXF's starter, and a version of Netty whose decoders
     * clients trust with upgrades.
     */
    static Stack ofBoot(String name, String title, String boot, String starter, String server, String netty) {
        String web = "org.springframework.boot:spring-boot-starter-web:";
        List<String> serving = server.equals("tomcat")
                ? List.of(web)
                : List.of(
                        web + ":without spring-boot-starter-tomcat",
                        "org.springframework.boot:spring-boot-starter-" + server + ":");
        List<String> dependencies = new ArrayList<>(serving);
        dependencies.add("org.apache.cxf:cxf-spring-boot-starter-jaxws:" + starter);
        return new Stack(
                name,
                "Spring Boot " + boot + " with " + title + ", CXF " + starter + ", Netty " + netty,
                "boot",
                List.of(
                        "io.netty:netty-bom:" + netty + ".Final" + BOM,
                        "org.springframework.boot:spring-boot-dependencies:" + boot + BOM),
                dependencies,
                "parley-cxf",
                ALL,
                ALL);
    }

    /** Returns this stack with another artifact of Parley. */
    Stack with(String artifact) {
        return new Stack(name, title, host, managed, dependencies, artifact, served, called);
    }

    /**
     * Returns this stack with further managed versions, which take precedence.
     *
     * @param addition text added to the title
     */
    Stack pinned(String addition, String... first) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(managed);
        return new Stack(name, title + addition, host, all, dependencies, parley, served, called);
    }

    /**
     * Returns this stack with Netty before 4.1.137 or 4.2.18, whose decoders its clients do not trust with upgrades.
     */
    Stack withOldNetty() {
        List<String> without =
                ALL.stream().filter(channel -> !channel.equals("websocket")).toList();
        return new Stack(name, title, host, managed, dependencies, parley, served, without);
    }

    /** Returns whether it is a Quarkus application, which Quarkus builds by its own plugin. */
    boolean isQuarkus() {
        return host.equals(QUARKUS);
    }

    /** Returns whether its service is a WAR in a container of its own. */
    boolean isWar() {
        return host.startsWith(WAR);
    }

    /** Returns whether it also serves CXF's type tests. */
    boolean isTyped() {
        return host.equals(TRANSPORT);
    }

    /** Returns whether its APIs have the {@code javax} names from before Jakarta EE 9. */
    boolean isJavax() {
        return parley.equals(JAVAX);
    }
}
