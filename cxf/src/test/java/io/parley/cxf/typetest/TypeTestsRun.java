package io.parley.cxf.typetest;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.systest.type_test.TypeTestImpl;

/**
 * A program that calls CXF's type-test services in this process with generated values and then ends: over plain SOAP,
 * whose messages it writes to a file, or over recorded sessions. Arguments: {@code plain} or {@code recorded}, a
 * folder, the number of calls of each service in each form.
 */
final class TypeTestsRun {
    static final List<String> REPRESENTATIONS = List.of("hhfr", "bnux");

    private final Path folder;
    private final int calls;

    private TypeTestsRun(Path folder, int calls) {
        this.folder = folder;
        this.calls = calls;
    }

    /** One of the two services. */
    enum Style {
        DOC(
                new TypeTestServices.Doc(),
                org.apache.type_test.doc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl",
                "http://apache.org/type_test/doc"),
        RPC(
                new TypeTestServices.Rpc(),
                org.apache.type_test.rpc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_rpclit_soap.wsdl",
                "http://apache.org/type_test/rpc");

        @SuppressWarnings("ImmutableEnumChecker") // stateless
        private final TypeTestImpl service;

        private final Class<?> type;
        private final String wsdl;
        private final String namespace;

        Style(TypeTestImpl service, Class<?> type, String wsdl, String namespace) {
            this.service = service;
            this.type = type;
            this.wsdl = wsdl;
            this.namespace = namespace;
        }

        /** Returns the file with the messages over plain SOAP. */
        Path said(Path folder) {
            return folder.resolve("said-" + name());
        }

        /** Returns the folder with the recordings of both sides, in {@code service} and {@code client}. */
        Path recorded(Path folder, String representation) {
            return folder.resolve(name() + "-" + representation);
        }

        /** Returns the file with the keys of the parts that were not typed, one per line. */
        Path infoset(Path folder, String representation) {
            return recorded(folder, representation).resolve("infoset");
        }
    }

    /** A message over plain SOAP, in order. */
    record Said(String operation, int round, String envelope) {
        static List<Said> read(Path file) throws IOException {
            List<Said> all = new ArrayList<>();
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                while (true) {
                    String operation = in.readUTF();
                    int round = in.readInt();
                    all.add(new Said(
                            operation, round, new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)));
                }
            } catch (EOFException e) {
                return all; // end of the file after a complete message
            }
        }

        void write(DataOutputStream out) throws IOException {
            out.writeUTF(operation);
            out.writeInt(round);
            byte[] text = envelope.getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
        }
    }

    public static void main(String[] arguments) throws Exception {
        TypeTestsRun run = new TypeTestsRun(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        for (Style style : Style.values()) {
            if (arguments[0].equals("plain")) {
                run.plain(style);
            } else {
                for (String representation : REPRESENTATIONS) {
                    run.recorded(style, representation);
                }
            }
        }
        // Exits even if CXF left threads running.
        System.exit(0);
    }

    private void plain(Style style) throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(style.said(folder)))) {
            List<String> log = new CopyOnWriteArrayList<>();
            Object proxy = proxy(bus, style, publish(bus, style), logging(log));
            call(proxy, style, (operation, round) -> {
                for (String envelope : log) {
                    new Said(operation, round, envelope).write(out);
                }
                log.clear();
            });
        } finally {
            bus.shutdown(true);
        }
    }

    private void recorded(Style style, String representation) throws Exception {
        Path recordings = style.recorded(folder, representation);
        Bus serviceBus = bus(recordings.resolve("service"));
        Bus clientBus = bus(recordings.resolve("client"));
        try {
            String address = publish(serviceBus, style, feature(Mode.AUTO, representation));
            Object proxy = proxy(clientBus, style, address, feature(Mode.ALWAYS, representation));
            call(proxy, style, (operation, round) -> {});
            ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(proxy)).orElseThrow();
            if (status.streamedCalls() != calls) {
                throw new IllegalStateException("expected " + calls + " streamed calls, found " + status);
            }
            Files.write(
                    style.infoset(folder, representation),
                    status.parts().stream()
                            .filter(part -> !part.isTyped())
                            .map(Part::key)
                            .map(Object::toString)
                            .toList());
        } finally {
            clientBus.shutdown(true);
            serviceBus.shutdown(true);
        }
    }

    private interface AfterCall {
        void made(String operation, int round) throws IOException;
    }

    private void call(Object proxy, Style style, AfterCall after) throws Exception {
        List<Method> operations = Arrays.stream(style.type.getMethods())
                .filter(method -> method.isAnnotationPresent(WebMethod.class)
                        || method.getName().startsWith("test"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        for (int i = 0; i < calls; i++) {
            // Spreads any number of calls over all operations.
            Method operation = operations.get((int) (i * 97L % operations.size()));
            int round = i / operations.size();
            long seed = TypeTestsTest.SEED + 31L * operation.getName().hashCode() + round;
            TypeTestsTest.Pair.outcome(proxy, operation, seed);
            after.made(operation.getName(), round);
        }
    }

    private static Bus bus(Path recordings) {
        Bus bus = BusFactory.newInstance().createBus();
        bus.setProperty("parley.recording", recordings.toString());
        return bus;
    }

    private static ParleyFeature feature(Mode mode, String representation) {
        return Published.feature(mode).set("parley.representations", representation);
    }

    private static String publish(Bus bus, Style style, Feature... features) {
        String address = "http://localhost:" + Published.freePort() + "/types";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(style.service.getClass());
        publisher.setServiceBean(style.service);
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(features));
        publisher.create();
        return address;
    }

    private static Object proxy(Bus bus, Style style, String address, Feature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(style.type);
        factory.setWsdlURL(style.wsdl);
        factory.setServiceName(new QName(style.namespace, "SOAPService"));
        factory.setEndpointName(new QName(style.namespace, "SOAPPort"));
        factory.setAddress(address);
        factory.getFeatures().add(feature);
        return factory.create();
    }

    private static LoggingFeature logging(List<String> log) {
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(event -> {
            if (event.getPayload() != null && !event.getPayload().isBlank()) {
                log.add(event.getPayload());
            }
        });
        logging.setPrettyLogging(false);
        logging.setLimit(-1);
        return logging;
    }
}
