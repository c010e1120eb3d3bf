package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LanesTest {
    private final Lanes lanes = new Lanes(5);

    @Test
    void exchangesThatFollowEachOtherShareALane() {
        for (int i = 0; i < 10; i++) {
            Stream request = request();
            assertThat(lanes.of(request)).isEqualTo(2);
            assertThat(lanes.of(request)).isEqualTo(2);
            lanes.leave(request);
        }
    }

    @Test
    void exchangesAtTheSameTimeHaveLanesOfTheirOwnAsLongAsThereAre() {
        Stream first = request();
        Stream second = request();
        assertThat(lanes.of(first)).isEqualTo(2);
        assertThat(lanes.of(second)).isEqualTo(3);
        assertThat(lanes.of(request())).isEqualTo(4);

        assertThat(lanes.of(request())).as("shared with the fewest").isEqualTo(2);
        assertThat(lanes.of(request())).isEqualTo(3);

        lanes.leave(second);
        assertThat(lanes.of(request())).isEqualTo(3);
    }

    @Test
    void oneWayMessagesOfThisSideShareTheirLane() {
        assertThat(lanes.of(new Stream(MessageKind.ONE_WAY, true, 0))).isEqualTo(1);
        assertThat(lanes.of(new Stream(MessageKind.ONE_WAY, true, 0))).isEqualTo(1);
        assertThat(lanes.of(new Stream(MessageKind.ONE_WAY, false, 0))).isEqualTo(2);
    }

    @Test
    void aSideStreamKeepsTheLaneOfItsMessage() {
        Stream message = request();
        Stream side = new Stream(MessageKind.SIDE, true, 0);
        lanes.of(message);
        lanes.join(side, message);
        lanes.leave(message);

        assertThat(lanes.of(request())).isEqualTo(3);
        assertThat(lanes.of(side)).isEqualTo(2);
        lanes.leave(side);
        assertThat(lanes.of(request())).isEqualTo(2);
    }

    @Test
    void anAnswerTakesTheLaneOfItsRequest() {
        Stream first = new Stream(MessageKind.REQUEST, false, 0);
        lanes.answer(first, 4);
        assertThat(lanes.of(first)).isEqualTo(4);
        lanes.leave(first);

        Stream outOfRange = new Stream(MessageKind.REQUEST, false, 0);
        lanes.answer(outOfRange, 5);
        assertThat(lanes.of(outOfRange)).isEqualTo(2);
    }

    @Test
    void whatIsOverTakesNoLane() {
        Stream over = request();
        over.closed = true;
        assertThat(lanes.of(over)).isZero();
    }

    @Test
    void whereThereIsOneLaneEverythingIsOnIt() {
        Lanes one = new Lanes(1);
        assertThat(one.areSeveral()).isFalse();
        assertThat(one.of(request())).isZero();
    }

    private static Stream request() {
        return new Stream(MessageKind.REQUEST, true, 0);
    }
}
