package io.parley.cxf.large;

import com.sun.management.OperatingSystemMXBean;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.testkit.FreePort;
import io.parley.testkit.generate.LargeContract;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A program: publishes a large contract at so many endpoints, with Parley or without, and prints what it took of the
 * processors and what it keeps of the heap. The contract's classes are in the class path.
 */
final class LargePublishing {
    /** What its only line for us begins with. */
    static final String MARK = "published:";

    static final String WITH = "parley";
    static final String WITHOUT = "plain";

    private LargePublishing() {}

    /**
     * Publishes and prints.
     *
     * @param arguments {@link #WITH} or {@link #WITHOUT}, how many endpoints, the address of the WSDL
     */
    public static void main(String[] arguments) throws Exception {
        boolean with = arguments[0].equals(WITH);
        int port = FreePort.find();
        Bus bus = BusFactory.newInstance().createBus();
        long before = used();
        long start = processorMillis();
        List<Server> servers = new ArrayList<>();
        try {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                servers.add(publish(bus, arguments[2], "http://localhost:" + port + "/large" + i, with));
            }
            List<Binding> bindings = new ArrayList<>();
            for (Server server : servers) {
                ParleyStatus.ready(server).toCompletableFuture().get(2, TimeUnit.MINUTES);
                ParleyStatus.of(server).stream()
                        .flatMap(status -> status.parts().stream())
                        .filter(Part::isTyped)
                        .forEach(part -> bindings.add(part.typed()));
            }
            long took = processorMillis() - start;
            System.out.printf(
                    Locale.ROOT,
                    "%s %d ms %d KB %d typed %d bindings%n",
                    MARK,
                    took,
                    (used() - before) / 1024,
                    bindings.size(),
                    bindings.stream().distinct().count());
        } finally {
            Reference.reachabilityFence(servers);
        }
        System.exit(0);
    }

    private static Server publish(Bus bus, String wsdl, String address, boolean with) throws ClassNotFoundException {
        Class<?> type = Class.forName(LargeContract.PACKAGE + "." + LargeContract.PORT);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(type);
        publisher.setServiceBean(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> null));
        publisher.setWsdlLocation(wsdl);
        publisher.setServiceName(new QName(LargeContract.NAMESPACE, "LargeService"));
        publisher.setEndpointName(new QName(LargeContract.NAMESPACE, "LargeEndpoint"));
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

    /** What is kept: of what is only remembered softly or weakly some may be. */
    private static long used() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
