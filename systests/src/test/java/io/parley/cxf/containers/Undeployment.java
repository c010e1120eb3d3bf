package io.parley.cxf.containers;

import io.parley.cxf.Published;
import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.cxf.containers.ServletContainer.Site;
import io.parley.cxf.services.WrappedStations;
import io.parley.negotiation.Mode;
import jakarta.servlet.Servlet;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.Authenticator;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program with a container in which an application is deployed, called and undeployed; its argument is the kind of
 * container. Prints the threads that the application left behind, and whether its classes were unloaded.
 */
final class Undeployment {
    private static final long ENDING_MILLIS = 10_000;
    private static final List<String> CHANNELS = List.of("stream", "http", "websocket");
    private static final int MOST_SECONDS = 30;

    private Undeployment() {}

    public static void main(String[] arguments) throws Exception {
        try (ServletContainer container = Kind.valueOf(arguments[0]).make()) {
            Undeployed undeployed = deployCallAndUndeploy(container);
            HttpClient others = HttpClient.newHttpClient();
            for (int second = 0; !isUnloaded(undeployed.loader()) && second < MOST_SECONDS; second++) {
                askForNothing(others, undeployed.container());
                TimeUnit.SECONDS.sleep(1); // lets idle threads end
            }
            System.out.println(isUnloaded(undeployed.loader()) ? "unloaded" : "still there");
        }
        System.exit(0);
    }

    /** An undeployed application, and the address of its running container. */
    private record Undeployed(WeakReference<ClassLoader> loader, URI container) {}

    /**
     * Makes a running container answer another request: Jetty's selector holds the connection that it read last until
     * it reads another.
     */
    private static void askForNothing(HttpClient others, URI container) throws IOException, InterruptedException {
        others.send(HttpRequest.newBuilder(container).build(), HttpResponse.BodyHandlers.discarding());
    }

    private static boolean isUnloaded(WeakReference<ClassLoader> loader) {
        System.gc();
        return loader.refersTo(null);
    }

    private static Undeployed deployCallAndUndeploy(ServletContainer container) throws Exception {
        ClassLoader loader = new ApplicationLoader();
        Servlet servlet = (Servlet) loader.loadClass(DeployedServlet.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        URI root = URI.create("http://localhost:" + container.start(Site.of(servlet)) + "/");
        String services = root + "app/services";
        for (String channel : CHANNELS) {
            System.out.println("from outside by " + callFromOutside(services, channel));
            System.out.println("from inside by " + callFromInside(services, channel));
        }
        container.undeploy();
        Authenticator.setDefault(null); // CXF sets a process-wide one for clients, even without Parley
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getContextClassLoader() == loader && thread.getName().startsWith("parley-")) {
                // Its last task may not be quite over on a busy machine.
                thread.join(ENDING_MILLIS);
            }
            if (thread.getContextClassLoader() == loader && thread.isAlive()) {
                System.out.println("left thread " + thread.getName());
                thread.setContextClassLoader(null); // threads of XNIO inherit it from their application
            }
            LocalValues.of(thread, loader).forEach(value -> {
                System.out.println("left in " + thread.getName() + " " + value.type());
                if (value.type().startsWith("org.apache.cxf.")) {
                    value.remove(); // remains without Parley too; Tomcat renews such threads
                }
            });
        }
        return new Undeployed(new WeakReference<>(loader), root);
    }

    /** Calls the service with this program's own classes of Parley, not the application's. */
    private static String callFromOutside(String services, String channel) {
        try (Published published = new Published()) {
            WrappedStations stations = published.proxy(
                    WrappedStations.class,
                    services + "/stations",
                    SOAPBinding.SOAP11HTTP_BINDING,
                    Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
            stations.echo("x");
            return Published.status(stations).agreement().orElseThrow().channel();
        }
    }

    private static String callFromInside(String services, String channel) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(services + "/call?" + channel))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
