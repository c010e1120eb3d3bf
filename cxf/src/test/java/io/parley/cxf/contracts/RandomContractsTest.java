package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import io.parley.testkit.contract.OperationDef;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Clients with random contracts and terms call one service over one bus, in turns. Every call runs and answers what it does
 * over plain SOAP from a bus of its own. {@code -Dparley.contracts.rounds=200} takes more, {@code
 * -Dparley.contracts.seed=7} repeats one.
 */
class RandomContractsTest {
    private static final QName SERVICE = new QName("urn:parley:random-contract", "Service");
    private static final QName PORT = new QName("urn:parley:random-contract", "Port");
    private static final int ROUNDS = Integer.getInteger("parley.contracts.rounds", 8);
    private static final int CLIENTS = 4;
    private static final int CALLS = 40;

    @Test
    void nothingRunsButTheOperationThatWasCalled() throws Exception {
        long first = Long.getLong("parley.contracts.seed", new Random().nextLong());
        int rounds = System.getProperty("parley.contracts.seed") == null ? ROUNDS : 1;
        for (int round = 0; round < rounds; round++) {
            round(first + round);
        }
    }

    private static void round(long seed) throws Exception {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef service = generator.service();
        List<String> ran = new CopyOnWriteArrayList<>();
        Bus plain = BusFactory.newInstance().createBus();
        try (Published published = new Published()) {
            publish(published, service, ran);
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                ContractDef contract = generator.client(service);
                clients.add(new Client(
                        contract,
                        proxy(contract, plain, published.address(), null),
                        proxy(contract, published.clientBus, published.address(), terms(random))));
            }
            for (int i = 0; i < CALLS; i++) {
                Client client = clients.get(random.nextInt(CLIENTS));
                List<OperationDef> operations = client.contract().operations();
                OperationDef operation = operations.get(random.nextInt(operations.size()));
                int number = random.nextInt(100);
                String expected = outcome(client.bySoap(), operation, number, ran);
                assertThat(outcome(client.streamed(), operation, number, ran))
                        .as("seed %d, call %d: %s of %s to %s", seed, i, operation.name(), client.contract(), service)
                        .isEqualTo(expected);
            }
        } finally {
            plain.shutdown(true);
        }
    }

    /** A client's contract, and proxies that have it. */
    private record Client(ContractDef contract, Object bySoap, Object streamed) {}

    private static ParleyFeature terms(Random random) {
        return Published.patient()
                .mode(random.nextInt(5) == 0 ? Mode.AUTO : Mode.ALWAYS)
                .set("parley.channels", random.nextInt(4) == 0 ? "http" : "stream")
                .set(
                        "parley.representations",
                        List.of("hhfr,bnux", "bnux", "tdxml,bnux", "hhfr").get(random.nextInt(4)))
                .set("parley.reliability", random.nextBoolean() ? "none" : "resume")
                .set("parley.compression", random.nextBoolean() ? "none" : "delta,none")
                .set("parley.static-headers", random.nextBoolean());
    }

    private static void publish(Published published, ContractDef contract, List<String> ran) {
        Class<?> type = contract.asInterface(RandomContractsTest.class.getClassLoader());
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals")
                        ? (Object) (proxy == arguments[0])
                        : method.getName().equals("hashCode") ? System.identityHashCode(proxy) : "service";
            }
            ran.add(method.getName() + " " + text(arguments[0]));
            return OperationDef.value(method.getReturnType(), method.getName().hashCode() & 0xFF);
        };
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(published.serviceBus);
        factory.setServiceClass(type);
        factory.setServiceBean(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        factory.setServiceName(SERVICE);
        factory.setEndpointName(PORT);
        factory.setAddress(published.address());
        factory.setBindingId(SOAPBinding.SOAP11HTTP_BINDING);
        factory.getFeatures()
                .add(Published.patient()
                        .set("parley.representations", "hhfr,tdxml,bnux")
                        .set("parley.reliability", "resume")
                        .set("parley.compression", "delta,none"));
        factory.create();
    }

    private static Object proxy(ContractDef contract, Bus bus, String address, @Nullable ParleyFeature terms) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(contract.asInterface(RandomContractsTest.class.getClassLoader()));
        factory.setServiceName(SERVICE);
        factory.setEndpointName(PORT);
        factory.setAddress(address);
        if (terms != null) {
            factory.getFeatures().add(terms);
        }
        return factory.create();
    }

    /** What a call did: which operations ran, and what came back; faults of any text are alike. */
    private static String outcome(Object proxy, OperationDef operation, int number, List<String> ran)
            throws ReflectiveOperationException {
        ran.clear();
        Method method = proxy.getClass().getMethod(operation.name(), operation.parameter());
        String back;
        try {
            back = text(method.invoke(proxy, OperationDef.value(operation.parameter(), number)));
        } catch (InvocationTargetException e) {
            back = "failed";
        }
        return "ran " + ran + ", " + back;
    }

    private static String text(Object value) {
        return value instanceof double[] numbers
                ? Arrays.toString(numbers)
                : value instanceof int[] whole ? Arrays.toString(whole) : String.valueOf(value);
    }
}
