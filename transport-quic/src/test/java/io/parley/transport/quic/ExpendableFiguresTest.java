package io.parley.transport.quic;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.ExpendableOperations;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.Listening;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionEvents;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramLink;
import io.parley.testkit.campaign.DatagramProxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints how old the newest reading is that a receiver has, of a thousand a second on a path of 50 ms there and back that loses 5 % of
 * its packets: readings in datagrams, and as one-way messages in order on the same path. The guide has the command.
 */
@EnabledIfSystemProperty(named = "parley.quic.figures", matches = "true", disabledReason = "prints figures")
class ExpendableFiguresTest {
    private static final String READING = "{urn:x}reading";
    private static final DatagramFaults PATH = DatagramFaults.on(DatagramLink.delayed(25), 5);
    private static final int SECONDS = 20;
    private static final int WARM_UP_SECONDS = 5;
    private static final int A_SECOND = 1_000;

    @Test
    void theNewestReadingIsYoungerInDatagrams() throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            Listening listening = server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
            try (DatagramProxy proxy = DatagramProxy.open(QuicSessions.target(listening.address()), () -> PATH, 3)) {
                AtomicLong newest = new AtomicLong();
                Agreement agreement = QuicSessions.agreement(listening, proxy.port())
                        .losing(ExpendableOperations.of(Map.of(READING, DeliveryTerm.LATEST)));
                MessageHandler handler = message -> {
                    newest.accumulateAndGet(message.source().readLong(), Math::max);
                    message.close();
                };
                Conversation conversation =
                        QuicSessions.open(server, client, agreement, handler, IncomingMessage::close);

                measure("in datagrams", conversation, READING, newest);
                SessionEvents.Expendables sent = client.counts().events().expendables();
                SessionEvents.Expendables came = server.counts().events().expendables();
                System.out.printf("sent %d, received %d, late %d%n", sent.sent(), came.received(), came.late());
                measure("in order", conversation, "{urn:x}other", newest);
            }
        }
    }

    private static void measure(String name, Conversation conversation, String operation, AtomicLong newest) {
        newest.set(System.nanoTime());
        long begin = System.nanoTime();
        long[] ages = new long[SECONDS * A_SECOND];
        for (int i = -WARM_UP_SECONDS * A_SECOND; i < ages.length; i++) {
            OutgoingMessage message = conversation.beginOneWay(operation);
            message.sink().writeLong(System.nanoTime());
            message.sink().writeBytes(new byte[100], 0, 100);
            message.send();
            long next = begin + (i + WARM_UP_SECONDS * A_SECOND + 1) * TimeUnit.SECONDS.toNanos(1) / A_SECOND;
            while (next - System.nanoTime() > 0) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            if (i >= 0) {
                ages[i] = System.nanoTime() - newest.get();
            }
        }
        Arrays.sort(ages);
        System.out.printf(
                Locale.ROOT,
                "%-13s age of the newest: median %6.1f ms, p99 %6.1f ms, most %6.1f ms%n",
                name,
                ages[ages.length / 2] / 1e6,
                ages[ages.length - ages.length / 100] / 1e6,
                ages[ages.length - 1] / 1e6);
    }
}
