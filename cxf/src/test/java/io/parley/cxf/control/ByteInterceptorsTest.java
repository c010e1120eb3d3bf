package io.parley.cxf.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.transform.TransformInInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of names is right about the classes that are here, and their subclasses count. */
class ByteInterceptorsTest {
    static List<String> namesWhoseLibraryIsHere() {
        return ByteInterceptors.NAMES.stream()
                .filter(name -> !name.startsWith("org.apache.cxf.ws."))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("namesWhoseLibraryIsHere")
    void eachNameIsAnInterceptorOfCxf(String name) throws ClassNotFoundException {
        assertThat(Interceptor.class).isAssignableFrom(Class.forName(name));
    }

    @Test
    void oneOnTheBusCountsForEveryExchangeAndSoDoesASubclass() {
        Exchange exchange = new ExchangeImpl();
        ExtensionManagerBus bus = new ExtensionManagerBus();
        exchange.put(org.apache.cxf.Bus.class, bus);
        try {
            assertThat(ByteInterceptors.of(exchange)).isEmpty();

            bus.getInInterceptors().add(new Renaming());

            assertThat(ByteInterceptors.of(exchange)).contains(TransformInInterceptor.class.getSimpleName());
        } finally {
            bus.shutdown(true);
        }
    }

    private static final class Renaming extends TransformInInterceptor {
        @Override
        public void handleMessage(Message message) {
            throw new AssertionError("not called here");
        }
    }
}
