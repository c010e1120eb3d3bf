package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.negotiation.Mode;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one-way calls with keys: calls with the same key run in order, calls with other keys meanwhile. */
@Timeout(120)
class OrderKeyTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final String SPACE = "urn:parley:test:keys";
    private static final int CALLS = 100;

    @WebService(targetNamespace = SPACE, name = "Readings")
    public interface Readings {
        @Oneway
        void wrapped(@WebParam(name = "number") int number, @WebParam(name = "device") String device);

        @Oneway
        void inHeader(
                @WebParam(name = "number") int number,
                @WebParam(name = "device", header = true, targetNamespace = SPACE) String device);

        @Oneway
        @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
        void bare(@WebParam(name = "reading") String reading);

        @WebMethod
        int count(@WebParam(name = "device") String device);
    }

    /** Blocks the calls of one device. */
    @WebService(endpointInterface = "io.parley.cxf.OrderKeyTest$Readings", targetNamespace = SPACE)
    public static class Device implements Readings {
        final CountDownLatch repaired = new CountDownLatch(1);
        final Map<String, Queue<Integer>> taken = new ConcurrentHashMap<>();

        @Override
        public void wrapped(int number, @OrderKey String device) {
            take(device, number);
        }

        @Override
        public void inHeader(int number, @OrderKey String device) {
            take(device, number);
        }

        @Override
        public void bare(@OrderKey String reading) {
            take(
                    reading,
                    taken.getOrDefault(reading, new ConcurrentLinkedQueue<>()).size());
        }

        @Override
        public int count(String device) {
            return taken.getOrDefault(device, new ConcurrentLinkedQueue<>()).size();
        }

        private void take(String device, int number) {
            if (device.equals("broken")) {
                try {
                    repaired.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            taken.computeIfAbsent(device, key -> new ConcurrentLinkedQueue<>()).add(number);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrapped", "inHeader", "bare"})
    void callsOfOneKeyDoNotWaitForThoseOfAnother(String operation) throws Exception {
        try (Published published = new Published()) {
            Device device = new Device();
            Readings readings = publish(published, device);
            for (int number = 0; number < CALLS; number++) {
                call(readings, operation, number, "broken");
                call(readings, operation, number, "sound");
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> readings.count("sound") == CALLS);
            assertThat(readings.count("broken")).isZero();
            device.repaired.countDown();
            await().atMost(Duration.ofMinutes(1)).until(() -> readings.count("broken") == CALLS);
            assertThat(device.taken.values())
                    .allSatisfy(numbers -> assertThat(numbers)
                            .containsExactlyElementsOf(
                                    IntStream.range(0, CALLS).boxed().toList()));
            assertThat(Published.status(readings).streamedCalls()).isGreaterThan(2L * CALLS);
        }
    }

    private static void call(Readings readings, String operation, int number, String device) {
        switch (operation) {
            case "wrapped" -> readings.wrapped(number, device);
            case "inHeader" -> readings.inHeader(number, device);
            default -> readings.bare(device);
        }
    }

    @WebService(targetNamespace = SPACE)
    public static class WithAnswer {
        @WebMethod
        public String ask(@OrderKey @WebParam(name = "device") String device) {
            return device;
        }

        @Oneway
        public void report(@WebParam(name = "device") String device) {}
    }

    @WebService(targetNamespace = SPACE)
    public static class OfArrays {
        @Oneway
        public void report(@OrderKey @WebParam(name = "device") byte[] device) {}
    }

    @WebService(targetNamespace = SPACE)
    public static class OfTwo {
        @Oneway
        public void report(
                @OrderKey @WebParam(name = "device") String device, @OrderKey @WebParam(name = "number") int number) {}
    }

    @Test
    void aServiceWhoseKeysCannotBeTakenDoesNotStart() throws Exception {
        Map<Object, String> wrong = Map.of(
                new WithAnswer(), "expected a one-way operation, found one with an answer at WithAnswer.ask",
                new OfArrays(), "expected a type with an equals of its own, found one without at OfArrays.report",
                new OfTwo(), "expected at most one parameter with it, found two at OfTwo.report");
        try (Published published = new Published()) {
            for (Map.Entry<Object, String> each : wrong.entrySet()) {
                assertThatThrownBy(() -> publish(published, each.getKey()))
                        .satisfies(failure -> assertThat(messages(failure))
                                .anyMatch(text -> text.contains("@OrderKey: " + each.getValue())));
            }
        }
    }

    private static List<String> messages(Throwable failure) {
        return java.util.stream.Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .map(String::valueOf)
                .toList();
    }

    private static void publish(Published published, Object service) {
        published.publishAny(service, published.address(), SOAP11, feature());
    }

    private static Readings publish(Published published, Device device) {
        published.publishAny(device, published.address(), SOAP11, feature());
        return published.proxy(
                Readings.class, SOAP11, Published.feature(Mode.ALWAYS).set("parley.channels", "stream"));
    }

    private static ParleyFeature feature() {
        return Published.feature(Mode.AUTO).set("parley.channels", "stream");
    }
}
