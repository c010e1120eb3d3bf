package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CausesTest {
    @Test
    void aCompletionExceptionIsUnwrapped() {
        IOException cause = new IOException("cut");

        assertThat(Causes.of(new CompletionException(cause))).isSameAs(cause);
        assertThat(Causes.of(cause)).isSameAs(cause);
    }

    @Test
    void refusedConnectionsReadAlikeOnEveryTransport() {
        String words = "Connection refused: localhost/127.0.0.1:46543";

        assertThat(Causes.text(new ConnectException(words))).isEqualTo(words);
        assertThat(Causes.text(new ConnectException("finishConnect(..) failed with error(-111): " + words)))
                .isEqualTo(words);
        assertThat(Causes.text(new IOException("recvAddress(..) failed with error(-104): Connection reset by peer")))
                .isEqualTo("Connection reset by peer");
    }

    @Test
    void aConnectionThatFailedWithoutWordsIsNotNull() {
        assertThat(Causes.text(new ConnectException())).isEqualTo("no connection");
    }

    @Test
    void anUnknownHostAndAClosedConnectionAreDescribed() {
        assertThat(Causes.text(new UnknownHostException("sums.example")))
                .isEqualTo("no address of the host sums.example");
        assertThat(Causes.text(new ClosedChannelException())).isEqualTo("a closed connection");
    }

    @Test
    void aFailureWithoutWordsIsNamedByItsClass() {
        assertThat(Causes.text(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Causes.text(new IllegalStateException("odd"))).isEqualTo("java.lang.IllegalStateException: odd");
        assertThat(Causes.text(null)).isEqualTo("no reason");
    }
}
