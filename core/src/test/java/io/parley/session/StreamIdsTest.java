package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a side that runs out of stream ids; docs/protocol/framing.md, section 3. */
class StreamIdsTest extends TwoSides {
    private static final int NEARLY_ALL =
            Integer.MAX_VALUE - 266_001; // even, a little before a session starts no more messages
    private static final int TOO_MANY = 1_000_000;

    StreamIdsTest() {
        super(Limits.defaults());
    }

    @Test
    void aSessionAtTheEndOfItsIdsIsDrainedAndNoCallFails() {
        client.session.exchange().passOver(NEARLY_ALL | 1);
        Stream begunBefore = client.session.exchange().begin(MessageKind.REQUEST);
        int asked = 0;
        while (client.session.isOpen() && asked < TOO_MANY) {
            client.send(MessageKind.REQUEST, content(1));
            deliver();
            answerAll();
            asked++;
        }
        assertThat(asked).isBetween(1, TOO_MANY - 1);
        assertThat(client.over()).isFalse();

        client.session.exchange().write(begunBefore, content(1), true);
        deliver();
        tick();
        answerAll();
        deliver();

        assertThat(client.failed()).isEmpty();
        assertThat(begunBefore.isClosed()).isTrue();
        assertThat(client.over()).isTrue();
        assertThat(client.why()).as("the end is in order").isNull();
        assertThat(server.over()).isTrue();
    }

    @Test
    void theAcceptingSideDrainsLikewise() {
        server.session.exchange().passOver(NEARLY_ALL);
        int sent = 0;
        while (server.session.isOpen() && sent < TOO_MANY) {
            server.send(MessageKind.ONE_WAY, content(1));
            deliver();
            readAll();
            sent++;
        }
        server.session.onTick(now);
        deliver();
        assertThat(client.session.isOpen()).isFalse();
        assertThat(client.why()).isNull();
    }

    private void tick() {
        now += TimeUnit.SECONDS.toNanos(1);
        client.session.onTick(now);
    }

    private void readAll() {
        client.received().forEach(answer -> {
            answer.content().close();
            client.session.exchange().onRead(answer.stream(), answer.content());
        });
        client.received().clear();
        deliver();
    }

    private void answerAll() {
        Exchange exchange = server.session.exchange();
        server.received().forEach(request -> {
            request.content().close();
            exchange.onRead(request.stream(), request.content());
            exchange.beginAnswer(request.stream(), MessageKind.RESPONSE);
            exchange.write(request.stream(), content(1), true);
        });
        server.received().clear();
        deliver();
        readAll();
    }
}
