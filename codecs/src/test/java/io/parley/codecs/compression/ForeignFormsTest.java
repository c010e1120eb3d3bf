package io.parley.codecs.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ParleyException;
import io.parley.compression.Compressor;
import io.parley.compression.Decompressor;
import io.parley.compression.StreamCompression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import org.junit.jupiter.api.Test;

/**
 * Tests compatibility of the compressions with other implementations in both directions, and the refusal of some output
 * of others.
 */
class ForeignFormsTest {
    @Test
    void gzipIsWhatTheJdkReadsAndWrites() throws IOException {
        for (byte[] content : contents()) {
            assertThat(read(new GZIPInputStream(in(compressed(new Gzip(), content)))))
                    .isEqualTo(content);
            assertThat(expanded(new Gzip(), written(content, GZIPOutputStream::new)))
                    .isEqualTo(content);
        }
    }

    @Test
    void lz4IsWhatTheLibrarysStreamsReadAndWrite() throws IOException {
        for (byte[] content : contents()) {
            assertThat(read(new LZ4FrameInputStream(in(compressed(new Lz4(), content)))))
                    .isEqualTo(content);
            byte[] theirs = written(content, to -> lz4(to, BLOCKSIZE.SIZE_64KB, FLG.Bits.BLOCK_INDEPENDENCE));
            assertThat(expanded(new Lz4(), theirs)).isEqualTo(content);
        }
    }

    @Test
    void zstdIsWhatTheLibrarysStreamsReadAndWrite() throws IOException {
        for (byte[] content : contents()) {
            assertThat(read(new ZstdInputStream(in(compressed(new Zstd(), content)))))
                    .isEqualTo(content);
            assertThat(expanded(new Zstd(), written(content, ZstdOutputStream::new)))
                    .isEqualTo(content);
        }
    }

    @Test
    void aZstdFrameThatWantsMoreWindowThanAgreedIsRefused() throws IOException {
        byte[] content = contents()[1];
        byte[] wide = written(content, to -> new ZstdOutputStream(to, 3).setLong(Zstd.WINDOW_LOG + 1));
        refused(new Zstd(), wide);
    }

    @Test
    void anLz4FrameOfLargerBlocksIsRefused() throws IOException {
        refused(new Lz4(), written(contents()[1], to -> lz4(to, BLOCKSIZE.SIZE_4MB, FLG.Bits.BLOCK_INDEPENDENCE)));
    }

    @Test
    void aBlockThatSaysThatItIsLongerThanABlockIsRefused() {
        byte[] frame = compressed(new Lz4(), contents()[1]);
        for (int length : new int[] {65_537, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 24}) {
            byte[] changed = frame.clone();
            Unpooled.wrappedBuffer(changed).setIntLE(Lz4Frame.HEADER_BYTES, length);
            refused(new Lz4(), changed);
        }
    }

    @Test
    void aGzipMemberOfAnotherLengthThanItSaysIsRefused() {
        byte[] member = compressed(new Gzip(), contents()[1]);
        member[member.length - 4]++;
        refused(new Gzip(), member);
    }

    @Test
    void aGzipHeaderWithOptionalFieldsIsRefused() {
        byte[] member = compressed(new Gzip(), contents()[1]);
        member[3] = 8; // a file name follows
        refused(new Gzip(), member);
    }

    @Test
    void theExampleOfTheProtocolIsRead() {
        byte[] member = ByteBufUtil.decodeHexDump("1f8b08000000000000ff4b4c1c05a36014" + "0c77000003da389ae8030000");
        assertThat(expanded(new Gzip(), member)).hasSize(1_000).containsOnly('a');
    }

    private static byte[][] contents() {
        Random random = new Random(1);
        byte[] noise = new byte[200_000];
        random.nextBytes(noise);
        byte[] text = new byte[300_000];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) "abcdefgh".charAt(random.nextInt(8));
        }
        return new byte[][] {new byte[0], text, noise, new byte[1_000_000], {1}};
    }

    private static void refused(StreamCompression compression, byte[] form) {
        assertThatThrownBy(() -> expanded(compression, form)).isInstanceOf(ParleyException.class);
    }

    private static byte[] compressed(StreamCompression compression, byte[] content) {
        ByteBuf in = Unpooled.wrappedBuffer(content);
        ByteBuf out = Unpooled.buffer();
        try (Compressor compressor = compression.newCompressor()) {
            while (in.isReadable()) {
                out.ensureWritable(1_000);
                compressor.compress(in, out);
            }
            boolean done = false;
            while (!done) {
                out.ensureWritable(100);
                done = compressor.finish(out);
            }
        }
        return Arrays.copyOf(out.array(), out.writerIndex());
    }

    private static byte[] expanded(StreamCompression compression, byte[] form) {
        ByteBuf in = Unpooled.wrappedBuffer(form);
        ByteBuf out = Unpooled.buffer();
        try (Decompressor decompressor = compression.newDecompressor()) {
            boolean ended = false;
            while (!ended) {
                int before = in.readableBytes() - out.readableBytes();
                out.ensureWritable(3_000);
                ended = decompressor.decompress(in, out);
                assertThat(ended || in.readableBytes() - out.readableBytes() < before)
                        .isTrue();
            }
        }
        assertThat(in.isReadable()).isFalse();
        return Arrays.copyOf(out.array(), out.writerIndex());
    }

    private static OutputStream lz4(OutputStream to, BLOCKSIZE blocks, FLG.Bits independent) throws IOException {
        return new LZ4FrameOutputStream(to, blocks, independent, FLG.Bits.CONTENT_CHECKSUM);
    }

    /** Wraps a stream in a compressing one. */
    private interface Around {
        OutputStream open(OutputStream to) throws IOException;
    }

    private static byte[] written(byte[] content, Around around) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = around.open(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static InputStream in(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    private static byte[] read(InputStream from) throws IOException {
        try (from) {
            return from.readAllBytes();
        }
    }
}
