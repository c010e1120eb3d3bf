package io.parley.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Tests that any content of a recording's folder is verified and rebuilt to messages and findings, without an
 * exception, and without memory for false lengths.
 */
class RecordingFuzzTest {
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.MESSAGE_BYTES, 100_000).with(Limit.ITEMS, 10_000);
    private static final UUID ID = new UUID(1, 2);
    private static final int MOST_RECORDS = 8;

    /** A segment and a checkpoint with any bytes, after a header that is correct or not. */
    @FuzzTest
    void anySegment(FuzzedDataProvider data) throws IOException {
        in(folder -> {
            try (RecordingWriter writer = new RecordingWriter(ID, folder, SegmentFile::onDisk, 1_000_000)) {
                writer.startSegmentIfDue();
                if (data.consumeBoolean()) {
                    writer.append(RecordKind.GAP, Instant.EPOCH, data.consumeBytes(40));
                }
            }
            Path segment = RecordingWriter.path(folder, 1);
            byte[] head = Files.readAllBytes(segment);
            if (data.consumeBoolean()) {
                Files.writeString(folder.resolve(Segments.CHECKPOINT), data.consumeString(300));
            }
            byte[] tail = data.consumeRemainingAsBytes();
            byte[] whole = new byte[head.length + tail.length];
            System.arraycopy(head, 0, whole, 0, head.length);
            System.arraycopy(tail, 0, whole, head.length, tail.length);
            Files.write(segment, whole);
        });
    }

    /** Records with a correct chain: the possibilities of an attacker with write access who knows the format. */
    @FuzzTest
    void anyRecordsThatFit(FuzzedDataProvider data) throws IOException {
        in(folder -> {
            try (RecordingWriter writer = new RecordingWriter(ID, folder, SegmentFile::onDisk, 200)) {
                writer.startSegmentIfDue();
                for (int i = 0; i < MOST_RECORDS && data.remainingBytes() > 0; i++) {
                    writer.startSegmentIfDue();
                    RecordKind kind = data.pickValue(RecordKind.values());
                    writer.append(kind, Instant.EPOCH, data.consumeBytes(data.consumeInt(0, 200)));
                }
            }
        });
    }

    private interface Content {
        void write(Path folder) throws IOException;
    }

    private static void in(Content content) throws IOException {
        Path folder = Files.createTempDirectory("parley-fuzz");
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            content.write(folder);
            Recording recording = Recording.open(folder, LIMITS);
            Verification verification = recording.verify(store, null);
            assertThat(verification.result()).isNotEqualTo(Verification.Result.WHOLE);
            List<RebuiltMessage> messages = new ArrayList<>();
            new SoapRebuilder(recording, store, Masking.nothing()).rebuild(messages::add);
            assertThat(messages).hasSizeLessThanOrEqualTo(MOST_RECORDS);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
