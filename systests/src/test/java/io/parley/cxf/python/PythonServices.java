package io.parley.cxf.python;

import io.parley.cxf.Certificates;
import io.parley.cxf.Https;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.BareStationsImpl;
import io.parley.cxf.services.RpcStationsImpl;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.typetest.TypeTestServices;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** The services that the tests of clients/python call, each under a name; as a program it prints their addresses. */
public final class PythonServices implements AutoCloseable {
    private static final String MANY = "10000000";

    private final Published published = new Published();
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private Path certificate;

    /** Publishes all services; the keys of those at https are in the folder. */
    public static PythonServices publish(Path folder) throws Exception {
        PythonServices services = new PythonServices();
        services.add("doc-types", new TypeTestServices.Doc(), null, stream());
        services.add("rpc-types", new TypeTestServices.Rpc(), null, stream());
        services.add("wrapped", new WrappedStationsImpl(), null, stream());
        services.add("wrapped-12", new WrappedStationsImpl(), SOAPBinding.SOAP12HTTP_BINDING, stream());
        services.add("bare", new BareStationsImpl(), null, stream());
        services.add("rpc", new RpcStationsImpl(), null, stream());
        services.add("numbers", new Numbers(), null, stream());
        services.add("numbers-websocket", new Numbers(), null, webSocket());
        services.add("numbers-infoset", new Numbers(), null, stream().set("parley.representations", "bnux"));
        services.add("plain", new WrappedStationsImpl(), null);
        services.addHttps(folder);
        return services;
    }

    private static ParleyFeature stream() {
        return Published.patient().mode(Mode.AUTO).set("parley.channels", "stream,websocket");
    }

    private static ParleyFeature webSocket() {
        return Published.patient().mode(Mode.AUTO).set("parley.channels", "websocket");
    }

    private void add(String name, Object service, String binding, ParleyFeature... features) {
        String address = published.endpoint("/" + name);
        publish(address, service, binding, features);
        addresses.put(name, address);
    }

    private void addHttps(Path folder) throws Exception {
        int port = Published.freePort();
        KeyStore keys = Certificates.make(folder, "localhost");
        Https.serve(published.serviceBus, port, keys);
        certificate = folder.resolve("localhost.pem");
        Files.writeString(certificate, pem(keys.getCertificate(keys.aliases().nextElement())));
        for (String name : new String[] {"secured", "secured-websocket"}) {
            String address = "https://localhost:" + port + "/" + name;
            publish(address, new Numbers(), null, "secured".equals(name) ? stream() : webSocket());
            addresses.put(name, address);
        }
    }

    static String pem(Certificate certificate) throws CertificateEncodingException {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n";
    }

    private void publish(String address, Object service, String binding, ParleyFeature... features) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        if (binding != null) {
            publisher.setBindingId(binding);
        }
        publisher.setAddress(address);
        publisher.setProperties(Map.of("org.apache.cxf.stax.maxChildElements", MANY)); // for long arrays over SOAP
        for (ParleyFeature feature : features) {
            publisher.getFeatures().add(feature);
        }
        publisher.create();
    }

    /** Returns a line name=address for each service, and one with the certificate of those at https, as PEM. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        addresses.forEach((name, address) -> lines.add(name + "=" + address));
        lines.add("certificate=" + certificate);
        return lines;
    }

    @Override
    public void close() {
        published.close();
    }

    /** Prints name=address for each service, then an empty line, and ends when its standard input ends. */
    @SuppressWarnings("SystemOut") // a program that prints its result for its parent process
    public static void main(String[] arguments) throws Exception {
        Path folder = arguments.length == 0 ? Files.createTempDirectory("parley-python") : Path.of(arguments[0]);
        try (PythonServices services = publish(folder)) {
            services.lines().forEach(System.out::println);
            System.out.println();
            awaitEndOfInput();
        }
        System.exit(0);
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // the input is ignored
        }
    }
}
