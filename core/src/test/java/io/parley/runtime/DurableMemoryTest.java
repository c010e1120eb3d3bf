package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.LocalChannelProvider;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests acknowledged one-way messages when other messages occupy all memory for objects. */
class DurableMemoryTest {
    private static final long MOST_AT_ONCE = 1L << 40;

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(MessageOrder.class)
    void acknowledgedOneWayMessagesWaitForMemoryAndAreHandledThen(MessageOrder order) throws Exception {
        try (CrashingServer server = new CrashingServer(process -> handler(order));
                ParleyRuntime client = ParleyRuntime.builder()
                        .channels(List.of(new LocalChannelProvider()))
                        .build()) {
            Conversation conversation = server.open(client);
            ObjectReservation others = server.reserveObjects();
            takeAll(others);

            OutgoingMessage oneWay = conversation.beginOneWay();
            oneWay.sink().writeString("one way");
            oneWay.send();
            oneWay.accepted().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertThat(ask(conversation, "a call")).isEqualTo("a call");
            assertThat(handled).isEmpty();
            others.close();

            await().untilAsserted(() -> assertThat(handled).containsExactly("one way"));
        }
    }

    private MessageHandler handler(MessageOrder order) {
        return new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                String text = message.source().readString("text");
                if (message.kind() == IncomingMessage.Kind.REQUEST) {
                    OutgoingMessage answer = message.beginResponse(false);
                    answer.sink().writeString(text);
                    answer.send();
                } else {
                    handled.add(text);
                }
                message.close();
            }

            @Override
            public MessageOrder order() {
                return order;
            }
        };
    }

    private static void takeAll(ObjectReservation objects) {
        for (long bytes = MOST_AT_ONCE; bytes > 0; bytes /= 2) {
            while (isTaken(objects, bytes)) {
                assertThat(bytes).isLessThan(MOST_AT_ONCE);
            }
        }
    }

    private static boolean isTaken(ObjectReservation objects, long bytes) {
        try {
            objects.reserve(bytes);
            return true;
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BUDGET);
            return false;
        }
    }

    private static String ask(Conversation conversation, String text) throws Exception {
        Call call = conversation.beginCall(CrashingServer.PATIENCE);
        call.sink().writeString(text);
        call.send();
        try (IncomingMessage answer = call.await()) {
            return answer.source().readString("text");
        }
    }
}
