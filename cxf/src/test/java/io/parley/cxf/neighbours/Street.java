package io.parley.cxf.neighbours;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.testkit.FreePort;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.apache.cxf.jaxrs.client.JAXRSClientFactory;
import org.apache.cxf.jaxrs.client.JAXRSClientFactoryBean;
import org.apache.cxf.jaxrs.client.WebClient;
import org.apache.cxf.jaxrs.lifecycle.SingletonResourceProvider;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A bus for services and one for clients, with SOAP endpoints and all other kinds, and the results of calls to the
 * latter.
 */
final class Street implements AutoCloseable {
    /** The place where services are published. */
    enum Place {
        /** Ports that CXF opens itself. */
        PORT,
        /** CXF's servlet in a container. */
        SERVLET
    }

    final Bus services = BusFactory.newInstance().createBus();
    final Bus clients = BusFactory.newInstance().createBus();
    final Server soap;
    final Server rest;
    final Server xml;
    private final String base;
    private final org.eclipse.jetty.server.Server container = new org.eclipse.jetty.server.Server();
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * Publishes the services.
     *
     * @param features of every endpoint
     */
    Street(Place place, boolean withParley, Feature... features) throws Exception {
        BusFactory.setThreadDefaultBus(services);
        if (withParley) {
            services.setProperty(ParleyFeature.ENABLED, true);
            clients.setProperty(ParleyFeature.ENABLED, true);
            clients.setProperty("parley.mode", "always");
            clients.setProperty("parley.negotiation-millis", 60_000);
        }
        String published = place == Place.PORT ? "http://localhost:" + FreePort.find() : "";
        base = place == Place.PORT ? published : "http://localhost:" + contain() + "/app/services";
        soap = service(new WrappedStationsImpl(), published + "/stations", SOAPBinding.SOAP11HTTP_BINDING, features);
        xml = service(new XmlEcho(), published + "/xml", HTTPBinding.HTTP_BINDING, features);
        rest = rest(published + "/rest", features);
        BusFactory.setThreadDefaultBus(clients);
    }

    private int contain() throws Exception {
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        servlet.setBus(services);
        ServletContextHandler context = new ServletContextHandler("/app");
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/services/*");
        ServerConnector connector = new ServerConnector(container);
        connector.setHost("localhost");
        container.addConnector(connector);
        container.setHandler(context);
        container.start();
        return connector.getLocalPort();
    }

    private Server service(Object service, String address, String binding, Feature... features) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(services);
        publisher.setServiceBean(service);
        publisher.setBindingId(binding);
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(features));
        return publisher.create();
    }

    private Server rest(String address, Feature... features) {
        JAXRSServerFactoryBean publisher = new JAXRSServerFactoryBean();
        publisher.setBus(services);
        publisher.setResourceClasses(Books.Shelf.class);
        publisher.setResourceProvider(Books.Shelf.class, new SingletonResourceProvider(new Books.Shelf()));
        publisher.setAddress(address);
        publisher.setFeatures(List.of(features));
        return publisher.create();
    }

    WrappedStations stations(Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clients);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(base + "/stations");
        factory.getFeatures().addAll(List.of(features));
        return (WrappedStations) factory.create();
    }

    Books books(Feature... features) {
        JAXRSClientFactoryBean factory = new JAXRSClientFactoryBean();
        factory.setBus(clients);
        factory.setServiceClass(Books.class);
        factory.setAddress(base + "/rest");
        factory.setFeatures(List.of(features));
        return factory.create(Books.class);
    }

    Dispatch<Source> xmlDispatch() {
        Service service = Service.create(new QName("urn:echo", "Echo"));
        QName port = new QName("urn:echo", "EchoPort");
        service.addPort(port, HTTPBinding.HTTP_BINDING, base + "/xml");
        return service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
    }

    /** Makes every call that does not use SOAP; returns their outcomes. */
    Map<String, String> callsToNeighbours() {
        Map<String, String> said = new LinkedHashMap<>();
        byHttp(said);
        byRestClients(said);
        byXml(said);
        return said;
    }

    private void byHttp(Map<String, String> said) {
        String books = base + "/rest/books";
        ask(said, "get", HttpRequest.newBuilder(URI.create(books + "/Emma")));
        ask(said, "head", HttpRequest.newBuilder(URI.create(books + "/Emma")).method("HEAD", BodyPublishers.noBody()));
        ask(said, "options", HttpRequest.newBuilder(URI.create(books)).method("OPTIONS", BodyPublishers.noBody()));
        ask(said, "post", post(books, "application/xml", "<book><title>Emma</title><pages>7</pages></book>"));
        ask(said, "post of what is no book", post(books, "application/xml", "<shelf/>"));
        ask(said, "post of what is no XML", post(books, "application/xml", "{}"));
        ask(said, "post of an unknown type", post(books, "application/cbor", "x"));
        ask(
                said,
                "put",
                HttpRequest.newBuilder(URI.create(books + "/Emma?to=Persuasion"))
                        .header("Content-Type", "text/plain")
                        .header("X-By", "Jane")
                        .PUT(BodyPublishers.ofString("nobody reads it")));
        ask(said, "delete", HttpRequest.newBuilder(URI.create(books + "/Emma")).DELETE());
        ask(said, "stream", HttpRequest.newBuilder(URI.create(books + "/all")));
        ask(said, "asynchronous", HttpRequest.newBuilder(URI.create(books + "/later")));
        ask(said, "conflict", HttpRequest.newBuilder(URI.create(books + "/fails/conflict")));
        ask(said, "failure", HttpRequest.newBuilder(URI.create(books + "/fails/badly")));
        ask(said, "no such path", HttpRequest.newBuilder(URI.create(base + "/rest/nothing")));
        ask(said, "description", HttpRequest.newBuilder(URI.create(base + "/rest?_wadl")));
        ask(said, "XML", post(base + "/xml", "application/xml", "<hello>world</hello>"));
        ask(said, "XML that is refused", post(base + "/xml", "application/xml", "<fail/>"));
        ask(said, "an envelope as XML", post(base + "/xml", "text/xml", "<Envelope><Body/></Envelope>"));
    }

    private void byRestClients(Map<String, String> said) {
        note(said, "WebClient get", () -> webClient().path("books/Emma").get(Books.Book.class).pages);
        note(
                said,
                "WebClient post",
                () -> webClient()
                        .path("books")
                        .type("application/xml")
                        .post(new Books.Book("Emma", 7), Books.Book.class)
                        .pages);
        note(
                said,
                "WebClient failure",
                () -> webClient().path("books/fails/badly").get().getStatus());
        note(
                said,
                "WebClient asynchronous",
                () -> webClient()
                        .path("books/Emma")
                        .async()
                        .get(Books.Book.class)
                        .get()
                        .title);
        Books books = books();
        note(said, "proxy get", () -> books.get("Emma").pages);
        note(said, "proxy post", () -> books.add(new Books.Book("Emma", 7)).pages);
        note(said, "proxy put", () -> books.rename("Emma", "Persuasion", "Jane", "nobody reads it"));
        note(said, "proxy failure", () -> books.fail("conflict"));
        note(
                said,
                "proxy of the default bus",
                () -> JAXRSClientFactory.create(base + "/rest", Books.class).get("Emma").title);
    }

    private WebClient webClient() {
        JAXRSClientFactoryBean factory = new JAXRSClientFactoryBean();
        factory.setBus(clients);
        factory.setAddress(base + "/rest");
        return factory.createWebClient();
    }

    private void byXml(Map<String, String> said) {
        note(said, "XML dispatch", () -> echoed("<hello>world</hello>"));
        note(said, "XML dispatch that is refused", () -> echoed("<fail/>"));
        note(
                said,
                "XML dispatch asynchronous",
                () -> StaxUtils.toString(xmlDispatch()
                        .invokeAsync(new StreamSource(new StringReader("<hello/>")))
                        .get()));
    }

    private String echoed(String xml) {
        return StaxUtils.toString(xmlDispatch().invoke(new StreamSource(new StringReader(xml))));
    }

    private static HttpRequest.Builder post(String url, String type, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body));
    }

    private void ask(Map<String, String> said, String what, HttpRequest.Builder request) {
        note(said, what, () -> {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return response.statusCode() + " "
                    + response.headers().firstValue("Content-Type").orElse("") + " " + response.body();
        });
    }

    /** Records the outcome of a call, without port numbers, which differ between instances. */
    void note(Map<String, String> said, String what, Callable<Object> call) {
        String outcome;
        try {
            outcome = String.valueOf(call.call());
        } catch (Exception e) {
            outcome = outcome(e);
        }
        said.put(what, outcome.replace(base, ""));
    }

    private static String outcome(Throwable failure) {
        StringBuilder outcome = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            outcome.append(each.getClass().getName())
                    .append(": ")
                    .append(each.getMessage())
                    .append('\n');
        }
        return outcome.toString();
    }

    @Override
    public void close() throws Exception {
        BusFactory.setThreadDefaultBus(null);
        clients.shutdown(true);
        services.shutdown(true);
        container.stop();
    }
}
