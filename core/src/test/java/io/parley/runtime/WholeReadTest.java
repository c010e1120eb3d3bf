package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.session.Budget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that the bytes of a message that is assembled are counted only while it is assembled. */
class WholeReadTest {
    private static final int LENGTH = 1_000_000;

    private final byte[] content = new byte[LENGTH];
    private final Budget process = Budget.of(8L * LENGTH);

    WholeReadTest() {
        new Random(1).nextBytes(content);
    }

    @Test
    void allOfItIsThereAndCountsNoMoreOnceItIsHandedOver() throws IOException {
        Budget session = process.part(4L * LENGTH);

        assertThat(read(session, LENGTH + 1)).isEqualTo(content);

        assertThat(session.reserved()).isZero();
        assertThat(process.reserved()).isZero();
    }

    @Test
    void noMoreIsTakenThanWasAskedFor() throws IOException {
        assertThat(read(process, 10)).hasSize(10);
        assertThat(read(process, 0)).isEmpty();
        assertThat(process.reserved()).isZero();
    }

    @Test
    void itCountsBeforeItIsThere() throws IOException {
        try (WholeRead whole = new WholeRead(process, LENGTH)) {
            whole.readFrom(new ByteArrayInputStream(content) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    assertThat(process.reserved()).isGreaterThanOrEqualTo(into.length);
                    return super.read(into, offset, length);
                }
            });
        }
        assertThat(process.reserved()).isZero();
    }

    @Test
    void whatDoesNotFitIsRefusedAndLeavesNothingReserved() {
        Budget session = process.part(LENGTH);

        assertThatThrownBy(() -> read(session, LENGTH))
                .isInstanceOf(ParleyException.class)
                .hasMessageStartingWith("BUDGET: ")
                .hasMessageContaining(Limit.SESSION_BYTES.setting());

        assertThat(session.reserved()).isZero();
        assertThat(process.reserved()).isZero();
    }

    @Test
    void whatCannotBeReadLeavesNothingReserved() {
        InputStream broken = new InputStream() {
            private int left = 100_000;

            @Override
            public int read() throws IOException {
                if (left-- == 0) {
                    throw new IOException("broken");
                }
                return 1;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                into[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> read(process, broken, LENGTH))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");

        assertThat(process.reserved()).isZero();
    }

    private byte[] read(Budget budget, int most) throws IOException {
        return read(budget, new ByteArrayInputStream(content), most);
    }

    private static byte[] read(Budget budget, InputStream in, int most) throws IOException {
        try (WholeRead whole = new WholeRead(budget, most)) {
            int bytes = 0;
            while (bytes >= 0 && whole.hasRoom()) {
                bytes = whole.readFrom(in);
            }
            return whole.toBytes();
        }
    }
}
