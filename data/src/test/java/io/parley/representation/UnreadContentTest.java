package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.binding.ReceivedBinary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that content that can be read once is read by exactly one: the stream, or the sender of the message over
 * another channel.
 */
class UnreadContentTest {
    private final ReceivedBinary binary =
            ReceivedBinary.of(new ByteArrayInputStream(new byte[] {1, 2, 3}), "a/b", "", 100);
    private final UnreadContent content = new UnreadContent(binary, "/file");

    @Test
    void whatTheStreamOpenedIsGone() throws IOException {
        try (InputStream in = content.open()) {
            assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
        }
        assertThat(content.isRepeatable()).isFalse();
    }

    @Test
    void whatGoesAnotherWayTheStreamDoesNotGet() {
        assertThat(content.isRepeatable()).isTrue();
        assertThatThrownBy(content::open).isInstanceOf(IOException.class);
        assertThat(binary.bytes()).containsExactly(1, 2, 3);
    }
}
