package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.representation.Sink;
import io.parley.runtime.OutgoingMessage;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages of a contract in every representation on the class path. */
class RepresentationsTest {
    private static final Address NOWHERE = new Address("127.0.0.1", 1);

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml", "fastinfoset", "exi", "exi-schema"})
    void shortAndLongMessagesAreReadAsTheyWereWritten(String name) throws Exception {
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .representation(name)
                .start(0)) {
            Invitation invitation = endpoint.invite("test");
            assertThat(invitation.agreement().representation()).isEqualTo(name);
            try (StreamClient client = StreamClient.of(Samples.CONTRACT).open(invitation)) {
                for (int length : new int[] {0, 3, 20_000}) {
                    double[] numbers = new double[length];
                    Arrays.fill(numbers, 0.25);
                    Total total = client.call("sum", Numbers.of(numbers), Total.class);
                    assertThat(total.count).isEqualTo(length);
                    assertThat(total.value).isEqualTo(length * 0.25);
                }
            }
        }
    }

    @Test
    void theFormOfAMessageIsTheAgreedOne() {
        assertThat(text("xml")).contains("<").contains(">0.25</");
        assertThat(text("tdxml")).contains("<TDXML:CT>").contains("0.25").doesNotContain("number");
        assertThat(text("bnux")).contains("0.25").contains("number").doesNotContain("<");
        assertThat(text("hhfr")).doesNotContain("0.25").doesNotContain("number");
    }

    @Test
    void whatIsNotThereIsRefusedWhereItIsNamed() {
        StreamEndpoint.Builder builder = StreamEndpoint.serve(Samples.CONTRACT);
        assertThatThrownBy(() -> builder.representation("morse"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found morse");
    }

    @Test
    void anInvitationToWhatIsNotThereIsRefusedBeforeAnythingIsSent() throws Exception {
        Agreement foreign = Samples.CONTRACT.agreement(NOWHERE, Limits.defaults(), "morse");
        Invitation invitation = new Invitation(foreign, new byte[40]);
        assertThatThrownBy(() -> StreamClient.of(Samples.CONTRACT).open(invitation))
                .hasMessageStartingWith("NEGOTIATION: ")
                .hasMessageContaining("found morse");
    }

    private static String text(String representation) {
        Agreement agreement = Samples.CONTRACT.agreement(NOWHERE, Limits.defaults(), representation);
        ByteBuf content = Unpooled.buffer();
        Sink sink = new Sink(ByteBufAllocator.DEFAULT, 4096, (chunk, last) -> {
            content.writeBytes(chunk);
            chunk.release();
        });
        Samples.CONTRACT.streamer().send(() -> new Kept(sink, agreement), "sum", Numbers.of(0.25));
        return content.toString(StandardCharsets.ISO_8859_1);
    }

    /** A message that is written to memory only. */
    private record Kept(Sink sink, Agreement agreement) implements OutgoingMessage {
        @Override
        public void send() {
            sink.finish();
        }

        @Override
        public void discard() {
            sink.discard();
        }
    }
}
