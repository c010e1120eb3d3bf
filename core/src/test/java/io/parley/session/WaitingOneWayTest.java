package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import org.junit.jupiter.api.Test;

/** Tests one-way messages that wait for a stream: the first of them gets the next free one. */
class WaitingOneWayTest extends TwoSides {
    private static final int LONG = 1_000_000;

    WaitingOneWayTest() {
        super(Limits.defaults().with(Limit.STREAMS, 1));
    }

    @Test
    void aMessageThatWasWrittenLaterDoesNotTakeThePlaceOfAnEarlierOne() {
        client.send(MessageKind.REQUEST, content(10));
        deliver();
        Stream later = client.session.exchange().begin(MessageKind.ONE_WAY);
        client.session.exchange().write(later, content(LONG), false);
        client.send(MessageKind.ONE_WAY, content(20));
        client.session.exchange().write(later, content(5), true);
        deliver();
        assertThat(server.received()).hasSize(1);

        Stream call = server.received().get(0).stream();
        server.session.exchange().beginAnswer(call, MessageKind.RESPONSE);
        server.session.exchange().write(call, content(1), true);
        deliver();

        assertThat(server.received().stream().map(message -> message.content().length()))
                .containsExactly(10L, 20L, LONG + 5L);
    }
}
