package io.parley.cxf.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bytes.Asking;
import com.example.bytes.ByteInterceptorsOfOthers.Harmless;
import io.parley.cxf.stax.StaxOut;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.bus.managers.PhaseManagerImpl;
import org.apache.cxf.ext.logging.LoggingInInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.transform.TransformInInterceptor;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JStaxOutInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the list of interceptor names is correct and applies to their subclasses. */
class ByteInterceptorsTest {
    private final ByteInterceptors byteInterceptors = new ByteInterceptors();

    static Stream<String> names() {
        return Stream.concat(ByteInterceptors.NAMES.stream(), ByteInterceptors.BY_POLICY.stream());
    }

    @ParameterizedTest
    @MethodSource("names")
    void eachNameIsAnInterceptorOfCxf(String name) throws ClassNotFoundException {
        assertThat(Interceptor.class).isAssignableFrom(Class.forName(name));
    }

    @Test
    void oneOnTheBusCountsForEveryExchangeAndSoDoesASubclass() {
        ExtensionManagerBus bus = new ExtensionManagerBus();
        Message message = message(bus);
        try {
            assertThat(byteInterceptors.of(message)).isEmpty();

            bus.getInInterceptors().add(new Renaming());

            assertThat(byteInterceptors.of(message)).contains(TransformInInterceptor.class.getSimpleName());
        } finally {
            bus.shutdown(true);
        }
    }

    @Test
    void oneThatAPolicyPutsIntoTheChainOfAMessageCountsForThatIfItIsToDoAnything() {
        Message message = message(null);
        PhaseInterceptorChain chain = new PhaseInterceptorChain(new PhaseManagerImpl().getOutPhases());
        message.setInterceptorChain(chain);
        assertThat(byteInterceptors.of(message)).isEmpty();

        chain.add(new PolicyBasedWSS4JStaxOutInterceptor());
        assertThat(byteInterceptors.of(message))
                .as("another does it over the tree")
                .isEmpty();

        message.put(ByteInterceptors.OVER_EVENTS, true);
        assertThat(byteInterceptors.of(message)).contains("WSS4JStaxOutInterceptor");
    }

    static List<Interceptor<Message>> ofApplications() {
        return Asking.all();
    }

    @ParameterizedTest
    @MethodSource("ofApplications")
    void oneOfAnApplicationIsFoundByItsCode(Interceptor<Message> interceptor) {
        assertThat(ByteUse.isBy(interceptor.getClass())).isTrue();
    }

    @Test
    void whoAsksMessagesForOtherContentIsNotTakenForOne() {
        assertThat(ByteUse.isBy(Harmless.class)).isFalse();
        assertThat(ByteUse.isBy(LoggingInInterceptor.class)).isFalse();
        assertThat(ByteUse.isBy(StaxOut.class)).isFalse();
        Object proxy = Proxy.newProxyInstance(
                ByteInterceptorsTest.class.getClassLoader(), new Class<?>[] {Interceptor.class}, (a, b, c) -> null);
        assertThat(ByteUse.isBy(proxy.getClass()))
                .as("there is no code to look at")
                .isFalse();
    }

    @Test
    void oneAmongThoseOfFaultsCounts() {
        ExtensionManagerBus bus = new ExtensionManagerBus();
        try {
            bus.getOutFaultInterceptors().add(new Renaming());

            assertThat(byteInterceptors.of(message(bus))).isPresent();
        } finally {
            bus.shutdown(true);
        }
    }

    @Test
    void oneThatIsTakenAwayOrReplacedIsForgotten() {
        ExtensionManagerBus bus = new ExtensionManagerBus();
        Message message = message(bus);
        try {
            bus.getInInterceptors().add(new Harmless(Phase.SETUP));
            bus.getInInterceptors().add(new Renaming());
            assertThat(byteInterceptors.of(message)).isPresent();

            bus.getInInterceptors().set(1, new Harmless(Phase.SETUP));
            assertThat(byteInterceptors.of(message)).isEmpty();

            bus.getInInterceptors().set(1, new Renaming());
            assertThat(byteInterceptors.of(message)).isPresent();

            bus.getInInterceptors().remove(1);
            assertThat(byteInterceptors.of(message)).isEmpty();
        } finally {
            bus.shutdown(true);
        }
    }

    private static Message message(@Nullable Bus bus) {
        Message message = new MessageImpl();
        message.setExchange(new ExchangeImpl());
        message.getExchange().put(Bus.class, bus);
        return message;
    }

    private static final class Renaming extends TransformInInterceptor {
        @Override
        public void handleMessage(Message message) {
            throw new AssertionError("not called here");
        }
    }
}
