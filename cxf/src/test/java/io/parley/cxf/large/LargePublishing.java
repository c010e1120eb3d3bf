package io.parley.cxf.large;

import com.sun.management.OperatingSystemMXBean;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import io.parley.testkit.generate.LargeContract;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A program that publishes a large contract at a number of endpoints, with Parley or without, has them prepared for
 * offers, and has a new client call one. It prints after each step the processor time it took, and the retained heap.
 * The contract's classes are on the class path.
 */
final class LargePublishing {
    /** Prefix of the lines that the test reads. */
    static final String PUBLISHED = "published:";

    static final String BOUND = "bound:";
    static final String CALLED = "called:";

    static final String WITH = "parley";
    static final String WITHOUT = "plain";

    private static final QName SERVICE = new QName(LargeContract.NAMESPACE, "LargeService");
    private static final QName ENDPOINT = new QName(LargeContract.NAMESPACE, "LargeEndpoint");

    private LargePublishing() {}

    /**
     * Publishes and prints.
     *
     * @param arguments {@link #WITH} or {@link #WITHOUT}, the number of endpoints, the address of the WSDL
     */
    public static void main(String[] arguments) throws Exception {
        boolean with = arguments[0].equals(WITH);
        int port = FreePort.find();
        Bus bus = BusFactory.newInstance().createBus();
        long before = used();
        Meter meter = new Meter(before);
        List<Server> servers = new ArrayList<>();
        try {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                servers.add(publish(bus, arguments[2], "http://localhost:" + port + "/large" + i, with));
            }
            meter.print(PUBLISHED, List.of());
            List<Binding> bindings = new ArrayList<>();
            for (Server server : servers) {
                ParleyStatus.ready(server).toCompletableFuture().get(2, TimeUnit.MINUTES);
                ParleyStatus.of(server).stream()
                        .flatMap(status -> status.parts().stream())
                        .filter(Part::isTyped)
                        .forEach(part -> bindings.add(part.typed()));
            }
            meter.print(BOUND, bindings);
            call(arguments[2], "http://localhost:" + port + "/large0", with);
            meter.print(CALLED, bindings);
        } finally {
            Reference.reachabilityFence(servers);
        }
        System.exit(0);
    }

    /** Measures the processor time since the last print, without the printing. */
    private static final class Meter {
        private final long heapBefore;
        private long start = processorMillis();

        Meter(long heapBefore) {
            this.heapBefore = heapBefore;
        }

        void print(String mark, List<Binding> bindings) {
            long took = processorMillis() - start;
            System.out.printf(
                    Locale.ROOT,
                    "%s %d ms %d KB %d typed %d bindings%n",
                    mark,
                    took,
                    (used() - heapBefore) / 1024,
                    bindings.size(),
                    bindings.stream().distinct().count());
            start = processorMillis();
        }
    }

    /** Makes a call by a new client, which must stream if Parley is on. */
    private static void call(String wsdl, String address, boolean with) throws ReflectiveOperationException {
        Class<?> type = Class.forName(LargeContract.PACKAGE + "." + LargeContract.PORT);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(BusFactory.newInstance().createBus());
        factory.setServiceClass(type);
        factory.setWsdlLocation(wsdl);
        factory.setServiceName(SERVICE);
        factory.setEndpointName(ENDPOINT);
        factory.setAddress(address);
        if (with) {
            factory.getFeatures().add(new ParleyFeature().mode(Mode.ALWAYS).set("parley.negotiation-millis", 60_000));
        }
        Object proxy = factory.create();
        Method operation = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("operation0"))
                .findAny()
                .orElseThrow();
        operation.invoke(proxy, made(operation.getParameterTypes()[0]));
    }

    private static Object made(Class<?> type) throws ReflectiveOperationException {
        return type.getDeclaredConstructor().newInstance();
    }

    private static Server publish(Bus bus, String wsdl, String address, boolean with) throws ClassNotFoundException {
        Class<?> type = Class.forName(LargeContract.PACKAGE + "." + LargeContract.PORT);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(type);
        publisher.setServiceBean(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, given) -> method.getReturnType() == void.class ? null : made(method.getReturnType())));
        publisher.setWsdlLocation(wsdl);
        publisher.setServiceName(SERVICE);
        publisher.setEndpointName(ENDPOINT);
        publisher.setAddress(address);
        if (with) {
            publisher.getFeatures().add(new ParleyFeature());
        }
        return publisher.create();
    }

    private static long processorMillis() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return TimeUnit.NANOSECONDS.toMillis(system.getProcessCpuTime());
    }

    /** Returns the retained heap, which may include some objects that are only softly or weakly reachable. */
    private static long used() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
