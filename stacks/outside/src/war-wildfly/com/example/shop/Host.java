package com.example.shop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The WAR in a WildFly. */
final class Host {
    private static final int MOST_SECONDS = 60;

    private Host() {}

    static String start(int port) throws Exception {
        Path home = Container.home();
        Path deployments = home.resolve("standalone/deployments");
        Path deployed = deployments.resolve("shop.war");
        Files.deleteIfExists(deployed);
        Files.copy(Container.war(), deployed);
        Container wildfly = Container.start(
                List.of(
                        "sh",
                        home.resolve("bin/standalone.sh").toString(),
                        "-b=localhost",
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=0",
                        "-Djboss.management.http.port=0",
                        "-Djboss.management.https.port=0",
                        "-Djboss.ajp.port=0"),
                port);
        wildfly.atTheEnd(() -> undeploy(deployed, deployments.resolve("shop.war.undeployed")));
        return wildfly.served();
    }

    private static void undeploy(Path deployed, Path undeployed) throws Exception {
        Files.delete(deployed);
        for (int second = 0; !Files.exists(undeployed); second++) {
            if (second == MOST_SECONDS) {
                throw new IllegalStateException("it is not undeployed");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
