package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TracksTest {
    private final Tracks tracks = new Tracks(5);

    @Test
    void exchangesThatFollowEachOtherShareATrack() {
        for (int i = 0; i < 10; i++) {
            Stream request = request();
            assertThat(tracks.of(request)).isEqualTo(2);
            assertThat(tracks.of(request)).isEqualTo(2);
            tracks.leave(request);
        }
    }

    @Test
    void exchangesAtTheSameTimeHaveTracksOfTheirOwnAsLongAsThereAre() {
        Stream first = request();
        Stream second = request();
        assertThat(tracks.of(first)).isEqualTo(2);
        assertThat(tracks.of(second)).isEqualTo(3);
        assertThat(tracks.of(request())).isEqualTo(4);

        assertThat(tracks.of(request())).as("shared with the fewest").isEqualTo(2);
        assertThat(tracks.of(request())).isEqualTo(3);

        tracks.leave(second);
        assertThat(tracks.of(request())).isEqualTo(3);
    }

    @Test
    void oneWayMessagesOfThisSideShareTheirTrack() {
        assertThat(tracks.of(new Stream(MessageKind.ONE_WAY, true, 0))).isEqualTo(1);
        assertThat(tracks.of(new Stream(MessageKind.ONE_WAY, true, 0))).isEqualTo(1);
        assertThat(tracks.of(new Stream(MessageKind.ONE_WAY, false, 0))).isEqualTo(2);
    }

    @Test
    void aSideStreamKeepsTheTrackOfItsMessage() {
        Stream message = request();
        Stream side = new Stream(MessageKind.SIDE, true, 0);
        tracks.of(message);
        tracks.join(side, message);
        tracks.leave(message);

        assertThat(tracks.of(request())).isEqualTo(3);
        assertThat(tracks.of(side)).isEqualTo(2);
        tracks.leave(side);
        assertThat(tracks.of(request())).isEqualTo(2);
    }

    @Test
    void anAnswerTakesTheTrackOfItsRequest() {
        Stream first = new Stream(MessageKind.REQUEST, false, 0);
        tracks.answer(first, 4);
        assertThat(tracks.of(first)).isEqualTo(4);
        tracks.leave(first);

        Stream outOfRange = new Stream(MessageKind.REQUEST, false, 0);
        tracks.answer(outOfRange, 5);
        assertThat(tracks.of(outOfRange)).isEqualTo(2);
    }

    @Test
    void whatIsOverTakesNoTrack() {
        Stream over = request();
        over.closed = true;
        assertThat(tracks.of(over)).isZero();
    }

    @Test
    void whereThereIsOneTrackEverythingIsOnIt() {
        Tracks one = new Tracks(1);
        assertThat(one.areSeveral()).isFalse();
        assertThat(one.of(request())).isZero();
    }

    private static Stream request() {
        return new Stream(MessageKind.REQUEST, true, 0);
    }
}
