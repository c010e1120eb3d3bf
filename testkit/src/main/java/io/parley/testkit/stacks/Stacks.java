package io.parley.testkit.stacks;

import java.util.List;

/** All stacks under test. */
final class Stacks {
    /** First version of each line that clients trust with upgrades. */
    private static final String OLD_NETTY = "4.1.137";

    private static final String NETTY = "4.2.18";

    /** Versions of CXF, whose services and clients call each other. */
    static final List<Stack> LINES = List.of(
            Stack.ofTransport("cxf-3.6", "3.6.9", "stream", "http").with("parley-cxf3"),
            Stack.ofTransport("cxf-4.0", "4.0.9", "stream", "http")
                    .pinned(
                            ", with `jakarta.xml.bind-api` 3.0.1 and `jaxb-runtime` 3.0.2 pinned",
                            "jakarta.xml.bind:jakarta.xml.bind-api:3.0.1",
                            "org.glassfish.jaxb:jaxb-runtime:3.0.2"),
            Stack.ofTransport("cxf-4.1", "4.1.5", "stream", "http", "websocket"),
            Stack.ofTransport("cxf-4.2", "4.2.3", "stream", "http", "websocket"));

    /** Other stacks, whose client and service only call each other. */
    static final List<Stack> OTHERS = List.of(
            Stack.ofTransport("netty-4.1", "4.1.5", "stream", "http")
                    .pinned(", Netty 4.1.130", "io.netty:netty-bom:4.1.130.Final:pom")
                    .withOldNetty(),
            Stack.ofBoot("boot-3.5", "3.5.9", "4.1.5", "stream", "http").withOldNetty(),
            Stack.ofBoot("boot-4", "4.0.2", "4.2.0", "stream", "http").withOldNetty(),
            Stack.ofBoot("boot-3.5-tomcat", "Tomcat", "3.5.9", "4.1.5", "tomcat", OLD_NETTY),
            Stack.ofBoot("boot-3.5-jetty", "Jetty", "3.5.9", "4.1.5", "jetty", OLD_NETTY),
            Stack.ofBoot("boot-3.5-undertow", "Undertow", "3.5.9", "4.1.5", "undertow", OLD_NETTY),
            Stack.ofBoot("boot-4-tomcat", "Tomcat", "4.0.2", "4.2.0", "tomcat", NETTY),
            Stack.ofBoot("boot-4-jetty", "Jetty", "4.0.2", "4.2.0", "jetty", NETTY),
            Stack.ofServlet(
                    "tomcat-10.1",
                    "Tomcat 10.1.48",
                    "4.1.5",
                    "tomcat",
                    "org.apache.tomcat.embed:tomcat-embed-core:10.1.48",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofServlet(
                    "tomcat-11",
                    "Tomcat 11.0.15",
                    "4.2.3",
                    "tomcat",
                    "org.apache.tomcat.embed:tomcat-embed-core:11.0.15",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofServlet(
                    "jetty-12",
                    "Jetty 12.0.22",
                    "4.1.5",
                    "jetty",
                    "org.eclipse.jetty.ee10:jetty-ee10-servlet:12.0.22",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofServlet(
                    "undertow-2.3",
                    "Undertow 2.3.20",
                    "4.1.5",
                    "undertow",
                    "io.undertow:undertow-servlet:2.3.20.Final",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofWar(
                    "war-tomcat-10.1",
                    "Tomcat 10.1.48",
                    "4.1.5",
                    "org.apache.tomcat:tomcat:10.1.48",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofWar(
                    "war-tomcat-11",
                    "Tomcat 11.0.15",
                    "4.2.3",
                    "org.apache.tomcat:tomcat:11.0.15",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofWar(
                    "war-wildfly-39",
                    "WildFly 39.0.1",
                    "4.1.5",
                    "org.wildfly:wildfly-dist:39.0.1.Final",
                    "stream",
                    "http",
                    "websocket"),
            Stack.ofQuarkus("quarkus-3.30", "3.30.0", "3.30.0", "4.1.4", "stream")
                    .withOldNetty(),
            Stack.ofCamel("camel-4.18", "4.18.0", "4.1.5", "stream", "http", "websocket"),
            Stack.ofCamel("camel-4.18-cxf-4.2", "4.18.0", "4.2.3", "stream", "http", "websocket"));

    private Stacks() {}
}
