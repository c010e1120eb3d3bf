package io.parley.cxf.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.cxf.endpoint.Ledger;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenSessionsTest {
    private final OpenSessions sessions = new OpenSessions();
    private final MessageHandler handler =
            sessions.tracking(IncomingMessage::close, new Ledger(), terms -> {}, Optional::empty);
    private final AtomicInteger drains = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"NONE, false, 1", "NONE, true, 1", "DURABLE, false, 1", "DURABLE, true, 0"})
    void onlyDurableSessionsOfABusThatEndsAreLeft(Reliability reliability, boolean withBus, int expected) {
        handler.onMessage(message(reliability));

        sessions.end(withBus);

        assertThat(drains).hasValue(expected);
        assertThat(sessions.list()).isEmpty();
    }

    @Test
    void operatorsDrainDurableSessionsToo() {
        handler.onMessage(message(Reliability.DURABLE));

        sessions.drain();

        assertThat(drains).hasValue(1);
    }

    private IncomingMessage message(Reliability reliability) {
        Agreement plain = Agreement.byApi("xml", "stream", List.of(), Limits.defaults(), "no parts");
        Agreement agreement = reliability == Reliability.NONE ? plain : plain.reliable(reliability);
        Conversation conversation = stub(Conversation.class, Map.of("agreement", agreement));
        return stub(IncomingMessage.class, Map.of("conversation", conversation));
    }

    /** Returns a stub that counts drains, and returns these results of its methods. */
    private <T> T stub(Class<T> type, Map<String, Object> results) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (method.getName().equals("drain")) {
                drains.incrementAndGet();
            }
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(self);
                case "equals" -> self == args[0];
                default -> results.get(method.getName());
            };
        }));
    }
}
