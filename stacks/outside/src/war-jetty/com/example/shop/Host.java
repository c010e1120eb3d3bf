package com.example.shop;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The WAR in a Jetty that is a program of its own. */
final class Host {
    private static final int MOST_SECONDS = 60;
    private static final int NOT_FOUND = 404;

    private Host() {}

    static String start(int port) throws Exception {
        Path base = Container.built().resolve("base");
        Path deployed = Files.createDirectories(base.resolve("webapps")).resolve("shop.war");
        Files.deleteIfExists(deployed);
        Files.copy(Container.war(), deployed);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-jar", Container.home().resolve("start.jar").toString()));
        command.addAll(List.of(
                "jetty.base=" + base,
                "--modules=http,ee10-deploy,ee10-annotations",
                "jetty.deploy.scanInterval=1",
                "jetty.http.host=localhost",
                "jetty.http.port=" + port));
        Container jetty = Container.start(command, port);
        jetty.atTheEnd(() -> undeploy(deployed, jetty));
        return jetty.served();
    }

    private static void undeploy(Path deployed, Container jetty) throws Exception {
        Files.delete(deployed);
        String service = jetty.address() + "/shop/services/shop?wsdl";
        for (int second = 0; jetty.get(service).statusCode() != NOT_FOUND; second++) {
            if (second == MOST_SECONDS) {
                throw new IllegalStateException("it is not undeployed");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
