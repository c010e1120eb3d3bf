package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void oneByteAboveAsciiIsSeenWhereverItStands() {
        for (int length = 0; length < 20; length++) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) 0x7F);
            assertThat(Utf8.isAscii(bytes)).isTrue();
            for (int at = 0; at < length; at++) {
                byte[] other = bytes.clone();
                other[at] = (byte) 0x80;
                assertThat(Utf8.isAscii(other)).as("%d of %d", at, length).isFalse();
            }
        }
    }
}
