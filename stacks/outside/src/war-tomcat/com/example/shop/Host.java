package com.example.shop;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The WAR in a Tomcat that is a program of its own. Its manager undeploys the WAR at the end, and says whether that leaves classes behind. */
final class Host {
    private static final int MOST_SECONDS = 10;
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.rmi/sun.rmi.transport");

    private Host() {}

    static String start(int port) throws Exception {
        Path home = Container.home();
        Path settings = home.resolve("conf/server.xml");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replaceAll("port=\"\\d+\" protocol=\"HTTP/1.1\"", "port=\"" + port + "\" protocol=\"HTTP/1.1\"")
                        .replace("port=\"8005\"", "port=\"-1\""));
        Files.writeString(
                home.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username='" + Container.USER + "' password='" + Container.PASSWORD
                        + "' roles='manager-script'/></tomcat-users>");
        Path deployed = home.resolve("webapps/shop.war");
        Files.deleteIfExists(deployed);
        Files.copy(Container.war(), deployed);
        Container tomcat = Container.start(command(home), port);
        tomcat.atTheEnd(() -> undeploy(tomcat));
        return tomcat.served();
    }

    /** Returns what {@code catalina.sh} starts, with the options of this process. */
    private static List<String> command(Path home) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        OPENED.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
        command.add("-XX:SoftRefLRUPolicyMSPerMB=0"); // caches of the JDK hold classes softly
        command.add("-Dcatalina.home=" + home);
        command.add("-Dcatalina.base=" + home);
        command.add("-Djava.util.logging.config.file=" + home.resolve("conf/logging.properties"));
        command.add("-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager");
        Path programs = home.resolve("bin");
        command.add("-cp");
        command.add(programs.resolve("bootstrap.jar") + File.pathSeparator + programs.resolve("tomcat-juli.jar"));
        command.add("org.apache.catalina.startup.Bootstrap");
        command.add("start");
        return command;
    }

    private static void undeploy(Container tomcat) throws Exception {
        String manager = tomcat.address() + "/manager/text/";
        String undeployed = tomcat.get(manager + "undeploy?path=/shop").body();
        String left = tomcat.get(manager + "findleaks?statusLine=true").body();
        for (int second = 0; left.contains("/shop") && second < MOST_SECONDS; second++) {
            TimeUnit.SECONDS.sleep(1); // idle threads go
            left = tomcat.get(manager + "findleaks?statusLine=true").body();
        }
        if (!undeployed.startsWith("OK")) {
            throw new IllegalStateException(undeployed);
        }
        if (left.contains("/shop")) {
            throw new IllegalStateException("its classes are still there: " + left);
        }
    }
}
