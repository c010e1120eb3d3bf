package io.parley.channel.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Tests that a WebSocket, given any bytes, passes on no more bytes than it received, or ends with a code. */
class WebSocketFuzzTest {
    @FuzzTest
    void anyBytes(byte[] bytes) {
        for (boolean masked : new boolean[] {true, false}) {
            int whole = handedOn(masked, bytes, bytes.length);
            assertThat(handedOn(masked, bytes, 1)).as("read byte by byte").isEqualTo(whole);
        }
    }

    private static int handedOn(boolean masked, byte[] bytes, int piece) {
        int[] handed = new int[1];
        WebSocketInput input = new WebSocketInput(masked);
        ByteBuf all = Unpooled.copiedBuffer(bytes);
        try {
            while (all.isReadable()) {
                input.read(
                        all.readSlice(Math.min(Math.max(1, piece), all.readableBytes())), new WebSocketInput.Events() {
                            @Override
                            public void onPayload(ByteBuf in, int length) {
                                assertThat(length).isBetween(1, in.readableBytes());
                                handed[0] += length;
                            }

                            @Override
                            public void onControl(int opcode, ByteBuf payload) {
                                assertThat(payload.readableBytes()).isLessThanOrEqualTo(WebSocket.MOST_CONTROL_BYTES);
                                handed[0] += payload.readableBytes();
                            }
                        });
            }
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL);
            assertThat(input.violation()).isNotEqualTo(WebSocket.NORMAL);
        }
        assertThat(handed[0]).isLessThanOrEqualTo(bytes.length);
        return handed[0];
    }
}
