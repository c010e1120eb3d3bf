package io.parley.transport.quic;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.representation.Source;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.Listening;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints how long calls take over QUIC and over the stream with TLS, in turns in one run on loopback; the guide has the command. The
 * content is echoed as it is: 8 bytes, and as many as 1,000 and 1,441,792 numbers have.
 */
@EnabledIfSystemProperty(named = "parley.quic.figures", matches = "true", disabledReason = "prints figures")
class QuicFiguresTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUNDS = 7;
    private static final int MEBIBYTE = 1024 * 1024;

    @Test
    void bothChannelsTakeTurns() throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            Conversation quic = open(server, client, "quic");
            Conversation stream = open(server, client, "stream");
            measure("void", 8, 3000, quic, stream);
            measure("f64-1000", 8000, 2000, quic, stream);
            measure("f64-11MB", 11 * MEBIBYTE, 12, quic, stream);
        }
    }

    private static void measure(String name, int bytes, int calls, Conversation quic, Conversation stream) {
        double[] byQuic = new double[ROUNDS];
        double[] byStream = new double[ROUNDS];
        for (int round = -2; round < ROUNDS; round++) {
            double first = micros(quic, bytes, calls);
            double second = micros(stream, bytes, calls);
            if (round >= 0) {
                byQuic[round] = first;
                byStream[round] = second;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-9s quic %10.1f us, stream with TLS %10.1f us, ratio %.2f%n",
                name,
                median(byQuic),
                median(byStream),
                median(byQuic) / median(byStream));
    }

    private static double micros(Conversation conversation, int bytes, int calls) {
        byte[] content = new byte[bytes];
        long begin = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            Call call = conversation.beginCall(PATIENCE);
            call.sink().writeBytes(content, 0, content.length);
            call.send();
            try (IncomingMessage answer = call.await()) {
                read(answer.source(), content);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return (System.nanoTime() - begin) / 1e3 / calls;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Conversation open(ParleyRuntime server, ParleyRuntime client, String channel) throws Exception {
        Listening listening = server.listen(channel, new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
        List<HostPort> at =
                List.of(new HostPort("127.0.0.1", listening.address().port()));
        Agreement agreement = Agreement.byApi("xml", channel, at, Limits.defaults(), "figures")
                .protectedBy(listening.certificate());
        byte[] token = server.issue(agreement, "someone", null, QuicFiguresTest::echo);
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void echo(IncomingMessage message) {
        try (message) {
            byte[] content = new byte[(int) message.source().remaining()];
            read(message.source(), content);
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(content, 0, content.length);
            response.send();
        }
    }

    private static void read(Source source, byte[] into) {
        source.readBytes(into, 0, into.length);
    }
}
