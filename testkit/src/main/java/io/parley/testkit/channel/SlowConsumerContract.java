package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.representation.Source;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of two clients of one service, over one listener or broker: a slow consumer slows only its own sender. */
public abstract class SlowConsumerContract {
    private static final int KIB = 1024;
    private static final int MIB = KIB * KIB;
    /** The bytes that may be in flight to a peer that does not read: credit, and what both ends buffer of it. */
    private static final long AHEAD = 2 * Limits.defaults().get(Limit.STREAM_CREDIT) + MIB;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Returns the channel. */
    protected abstract ChannelProvider provider();

    /** Returns the address to listen on; port 0 if the channel can choose one. */
    protected abstract Address bindAddress();

    /** Reads as many KiB as it has permits for, and answers with the length of the whole. */
    private static final class Slow implements MessageHandler {
        final Semaphore mayRead = new Semaphore(0);

        @Override
        public boolean readsAsItComes() {
            return true;
        }

        @Override
        public void onMessage(IncomingMessage message) {
            Source source = message.source();
            int length = 0;
            byte[] step = new byte[KIB];
            while (!source.isAtEnd()) {
                mayRead.acquireUninterruptibly();
                int read = source.available(KIB);
                source.readBytes(step, 0, read);
                length += read;
            }
            source.expectEnd("request");
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeInt(length);
            response.send();
            message.close();
        }
    }

    @Test
    void aSlowConsumerSlowsOnlyItsSender() throws Exception {
        try (Talks talks = new Talks(provider(), bindAddress())) {
            ParleyRuntime service = talks.runtime(Limits.defaults());
            Agreement agreement = talks.agreement(service, Limits.defaults());
            Slow slow = new Slow();
            Conversation slowed = Talks.open(
                    talks.runtime(Limits.defaults()), agreement, service.issue(agreement, "slow", null, slow));
            Conversation other = Talks.open(
                    talks.runtime(Limits.defaults()),
                    agreement,
                    service.issue(agreement, "other", null, Talks::echoBytes));

            Call call = slowed.beginCall(Talks.LONG);
            RoomContract.Waiting sender = new RoomContract.Waiting(call, Talks.LARGE);
            long taken = 0;
            for (int permitted : new int[] {0, 3 * MIB, 5 * MIB}) {
                slow.mayRead.release(permitted / KIB);
                taken += permitted;
                long least = taken;
                await().atMost(PATIENCE).until(() -> slowed.traffic().bytesOut() >= least);
                sender.awaitWaiting();
                echoed(other, Talks.LARGE);
                for (int i = 0; i < 20; i++) {
                    echoed(other, KIB);
                }
                assertThat(slowed.traffic().bytesOut())
                        .as("bytes sent to who read %d of them", taken)
                        .isLessThan(taken + AHEAD);
                assertThat(sender.isOver()).isFalse();
            }
            slow.mayRead.release(Integer.MAX_VALUE / 2);
            assertThat(sender.failure()).isNull();
            call.send();
            try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(answer.source().readInt()).isEqualTo(Talks.LARGE);
            }
        }
    }

    private static void echoed(Conversation conversation, int length) throws Exception {
        byte[] sent = new byte[length];
        new Random(length).nextBytes(sent);
        Call call = conversation.beginCall(Talks.LONG);
        call.sink().writeBytes(sent, 0, length);
        call.send();
        try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            byte[] back = new byte[length];
            answer.source().readBytes(back, 0, length);
            assertThat(back).isEqualTo(sent);
        }
    }
}
