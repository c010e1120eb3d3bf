package io.parley.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every single change to a recording is detected, and reported with the first record that it affects. {@code
 * -Dparley.recording.changes=10000} makes more changes, {@code -Dparley.recording.seed} other ones.
 */
class RecordingChangesTest {
    private static final int CHANGES = Integer.getInteger("parley.recording.changes", 1_000);
    private static final long SEED = Long.getLong("parley.recording.seed", 20261122);
    private static final int MESSAGES = 40;

    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());

    @TempDir
    private Path folder;

    private Path recording = Path.of("");
    private List<byte[]> segments = List.of();

    @BeforeEach
    void record() throws IOException {
        RecorderSettings settings =
                RecorderSettings.in(folder, store).withSegmentBytes(1_500).withCheckpoints(5, Duration.ofHours(1));
        try (Recorder recorder = Recorder.open(settings)) {
            recording = recorder.folder();
            RecordedSession session = recorder.begin(Taped.terms());
            for (int i = 0; i < MESSAGES; i++) {
                Taped.say(session, i);
            }
        }
        segments = new ArrayList<>();
        for (Path segment : Segments.in(recording)) {
            segments.add(Files.readAllBytes(segment));
        }
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void eachSingleChangeIsFoundAtTheFirstRecordThatItTouches() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < CHANGES; i++) {
            int segment = random.nextInt(segments.size());
            byte[] whole = segments.get(segment);
            List<int[]> records = records(whole);
            String what;
            byte[] changed;
            int touched;
            switch (random.nextInt(4)) {
                case 0 -> {
                    int at = random.nextInt(whole.length);
                    int bit = random.nextInt(8);
                    changed = whole.clone();
                    changed[at] ^= (byte) (1 << bit);
                    touched = indexAt(records, at);
                    what = "flip of bit " + bit + " at byte " + at;
                }
                case 1 -> {
                    touched = random.nextInt(records.size());
                    int[] gone = records.get(touched);
                    changed = join(part(whole, 0, gone[0]), part(whole, gone[1], whole.length));
                    what = "record dropped";
                }
                case 2 -> {
                    touched = random.nextInt(records.size());
                    int other = random.nextInt(records.size());
                    int low = Math.min(touched, other);
                    int high = Math.max(touched, other);
                    touched = low;
                    changed = swap(whole, records.get(low), records.get(high));
                    what = "records " + low + " and " + high + " swapped";
                }
                default -> {
                    int at = random.nextInt(whole.length);
                    changed = part(whole, 0, at);
                    touched = indexAt(records, at);
                    what = "cut at byte " + at;
                }
            }
            if (Arrays.equals(changed, whole)) {
                continue;
            }
            write(segment, changed);
            String place = "seed " + SEED + ", change " + i + ", segment " + (segment + 1) + ": " + what;

            Verification verification = verify();

            assertThat(verification.result()).as(place).isEqualTo(Verification.Result.BROKEN);
            // A change to a header is reported with the first record after it.
            assertThat(verification.finding().map(Finding::record))
                    .as(place + ": " + verification.finding())
                    .contains(firstRecord(segment) + Math.max(0, touched));
            write(segment, whole);
        }
        assertThat(verify().result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void kindsOfChangesAreTold() throws IOException {
        byte[] first = segments.get(0);
        List<int[]> records = records(first);

        write(0, swap(first, records.get(1), records.get(2)));
        assertThat(kind()).contains(Finding.Kind.SWAPPED);
        write(0, join(part(first, 0, records.get(1)[0]), part(first, records.get(1)[1], first.length)));
        assertThat(kind()).contains(Finding.Kind.MISSING);
        byte[] flipped = first.clone();
        flipped[records.get(1)[0] + 20] ^= 1;
        write(0, flipped);
        assertThat(kind()).contains(Finding.Kind.ALTERED);
    }

    @Test
    void aSegmentThatIsMissingOrStandsInThePlaceOfAnotherIsFound() throws IOException {
        List<Path> files = Segments.in(recording);
        for (int i = 0; i < files.size(); i++) {
            Files.delete(files.get(i));
            assertThat(kind()).as("segment " + (i + 1)).contains(Finding.Kind.MISSING);
            write(i, segments.get(i));
        }
        write(0, segments.get(1));
        write(1, segments.get(0));
        assertThat(kind()).contains(Finding.Kind.SWAPPED);
    }

    @Test
    void aRewrittenChainDoesNotFitTheCheckpoint() throws IOException {
        // An attacker with write access to the files can make a consistent recording with the same identifier.
        rewrite();
        Verification verification = verify();

        assertThat(verification.result()).isEqualTo(Verification.Result.BROKEN);
        assertThat(verification.finding().map(Finding::kind)).contains(Finding.Kind.REWRITTEN);
        Files.delete(recording.resolve(Segments.CHECKPOINT));
        assertThat(Recording.open(recording, Limits.defaults())
                        .verify(null, null)
                        .result())
                .isEqualTo(Verification.Result.UNPROVEN);
    }

    @Test
    void whatStandsBehindTheLastCheckpointIsUnfinished() throws IOException {
        Path live;
        try (Recorder recorder =
                Recorder.open(RecorderSettings.in(folder, store).withCheckpoints(1_000, Duration.ofDays(1)))) {
            live = recorder.folder();
            RecordedSession session = recorder.begin(Taped.terms());
            Taped.say(session, 1);
            await().until(() -> recorder.status().messages() == 1);
            assertThat(Recording.open(live, Limits.defaults())
                            .verify(store, null)
                            .result())
                    .isEqualTo(Verification.Result.UNPROVEN);
        }
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Path last = Segments.in(recording).get(segments.size() - 1);
        for (Path file : Segments.in(recording)) {
            Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Checkpoint held = checkpoint();
        int fewer = 3;
        Files.writeString(
                copy.resolve(Segments.CHECKPOINT),
                new Checkpoint(
                                held.recording(),
                                held.records() - fewer,
                                hashOf(held.records() - fewer),
                                1,
                                1,
                                held.before(),
                                false,
                                held.time(),
                                "")
                        .text());
        byte[] bytes = Files.readAllBytes(last);
        Files.write(copy.resolve(last.getFileName()), part(bytes, 0, bytes.length - 10));

        Verification verification = Recording.open(copy, Limits.defaults()).verify(null, null);

        assertThat(verification)
                .returns(Verification.Result.UNFINISHED, Verification::result)
                .returns(held.records() - fewer, Verification::proven)
                .returns(held.records() - 1, Verification::records);
    }

    @Test
    void aRecordingThatGrowsAfterItWasOpenedIsWhole() throws IOException {
        Recording opened;
        try (Recorder recorder =
                Recorder.open(RecorderSettings.in(folder, store).withSegmentBytes(2_000))) {
            RecordedSession session = recorder.begin(Taped.terms());
            Taped.say(session, 1);
            await().until(() -> recorder.status().messages() == 1);
            opened = Recording.open(recorder.folder(), Limits.defaults());
            for (int number = 2; number < 50; number++) {
                Taped.say(session, number);
            }
        }
        assertThat(Segments.in(opened.folder())).hasSizeGreaterThan(opened.segments());

        assertThat(opened.verify(store, null).result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void aRecordingWhoseOldSegmentsAreDeletedWhileItIsVerifiedIsWhole() throws IOException {
        Recorder recorder = Recorder.open(RecorderSettings.in(folder, store)
                .withSegmentBytes(2_000)
                .withCheckpoints(1, Duration.ofHours(1))
                .withRetention(Duration.ofDays(1), 6_000));
        RecordedSession session = recorder.begin(Taped.terms());
        Taped.say(session, 1);
        await().until(() -> recorder.status().messages() == 1);
        Recording opened = Recording.open(recorder.folder(), Limits.defaults());
        AtomicBoolean isClosed = new AtomicBoolean();
        ContextStore grows = (ContextStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ContextStore.class}, (proxy, method, arguments) -> {
                    Object found = method.invoke(store, arguments);
                    if (!isClosed.getAndSet(true)) {
                        for (int number = 2; number < 100; number++) {
                            Taped.say(session, number);
                        }
                        recorder.close();
                    }
                    return found;
                });

        assertThat(opened.verify(grows, null).result()).isEqualTo(Verification.Result.WHOLE);
        assertThat(Segments.number(Segments.in(opened.folder()).get(0))).isGreaterThan(1);
    }

    @Test
    void lengthsThatCannotBeAreRefusedBeforeMemoryIsTaken() throws IOException {
        byte[] first = segments.get(0);
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 100_000_000, 0}) {
            byte[] changed = first.clone();
            ByteBuffer.wrap(changed).putInt(SegmentHeader.BYTES, length);
            write(0, changed);
            assertThat(verify().finding().map(Finding::record)).contains(1L);
        }
    }

    @Test
    void arbitraryBytesAreAFindingAndNothingElse() throws IOException {
        Random random = new Random(SEED);
        Limits small = Limits.defaults().with(Limit.MESSAGE_BYTES, 10_000);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(3_000)];
            random.nextBytes(noise);
            // The header is kept half of the time, so that the noise is read as records.
            byte[] head = part(segments.get(0), 0, i % 2 == 0 ? SegmentHeader.BYTES : 0);
            write(0, join(head, noise));
            Recording opened = Recording.open(recording, small);
            assertThat(opened.verify(store, null).result())
                    .as("seed " + SEED + ", " + i)
                    .isEqualTo(Verification.Result.BROKEN);
            assertThat(rebuild(opened)).as("seed " + SEED + ", " + i).isPresent();
        }
    }

    @Test
    void bodiesOfRecordsThatFitAreReadWithoutTrust() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            byte[] fields = new byte[random.nextInt(60)];
            random.nextBytes(fields);
            Path hostile = Files.createDirectory(folder.resolve("hostile-" + i));
            try (RecordingWriter writer =
                    new RecordingWriter(UUID.randomUUID(), hostile, SegmentFile::onDisk, 1_000_000)) {
                writer.startSegmentIfDue();
                List<RecordKind> kinds = List.of(RecordKind.values());
                RecordKind kind = kinds.get(random.nextInt(kinds.size()));
                writer.append(kind, Instant.EPOCH, fields);
            }
            List<RebuiltMessage> messages = new ArrayList<>();
            Optional<Finding> finding = new SoapRebuilder(
                            Recording.open(hostile, Limits.defaults()), store, Masking.nothing())
                    .rebuild(messages::add);
            assertThat(messages).as("seed " + SEED + ", " + i).isEmpty();
            finding.ifPresent(found -> assertThat(found.record()).isEqualTo(1));
        }
    }

    private Optional<Finding> rebuild(Recording opened) throws IOException {
        return new SoapRebuilder(opened, store, Masking.nothing()).rebuild(message -> {});
    }

    private Verification verify() throws IOException {
        return Recording.open(recording, Limits.defaults()).verify(store, null);
    }

    private Optional<Finding.Kind> kind() throws IOException {
        return verify().finding().map(Finding::kind);
    }

    private Checkpoint checkpoint() throws IOException {
        return Checkpoint.parse(Files.readString(recording.resolve(Segments.CHECKPOINT)), "test");
    }

    private String hashOf(long record) throws IOException {
        try (RecordWalk walk = Recording.open(recording, Limits.defaults()).walk()) {
            while (walk.record() < record) {
                walk.next();
            }
            return HexFormat.of().formatHex(walk.head());
        } catch (BrokenRecordingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes all segments again, with one message changed and all hashes after it recomputed. */
    private void rewrite() throws IOException {
        Chain chain = new Chain();
        byte[] head = Chain.start();
        boolean done = false;
        for (int i = 0; i < segments.size(); i++) {
            byte[] bytes = segments.get(i).clone();
            System.arraycopy(head, 0, bytes, 36, Chain.HASH_BYTES);
            head = chain.next(head, ByteBuffer.wrap(bytes, 0, 36));
            System.arraycopy(head, 0, bytes, 68, Chain.HASH_BYTES);
            for (int[] record : records(bytes)) {
                int end = record[1] - Chain.HASH_BYTES;
                if (!done && i == 1) {
                    bytes[end - 1] ^= 1;
                    done = true;
                }
                head = chain.next(head, ByteBuffer.wrap(bytes, record[0], end - record[0]));
                System.arraycopy(head, 0, bytes, end, Chain.HASH_BYTES);
            }
            write(i, bytes);
        }
        assertThat(done).isTrue();
    }

    private void write(int segment, byte[] bytes) throws IOException {
        Files.write(RecordingWriter.path(recording, segment + 1), bytes);
    }

    /** Returns the number of the first record of a segment. */
    private long firstRecord(int segment) {
        return ByteBuffer.wrap(segments.get(segment)).getLong(28);
    }

    /** Returns the start and end of each record. */
    private static List<int[]> records(byte[] segment) {
        List<int[]> records = new ArrayList<>();
        int at = SegmentHeader.BYTES;
        while (at < segment.length) {
            int end = at + 4 + ByteBuffer.wrap(segment).getInt(at) + Chain.HASH_BYTES;
            records.add(new int[] {at, end});
            at = end;
        }
        return Collections.unmodifiableList(records);
    }

    private static int indexAt(List<int[]> records, int at) {
        for (int i = 0; i < records.size(); i++) {
            if (at >= records.get(i)[0] && at < records.get(i)[1]) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] swap(byte[] whole, int[] low, int[] high) {
        return low == high
                ? whole
                : join(
                        part(whole, 0, low[0]),
                        part(whole, high[0], high[1]),
                        part(whole, low[1], high[0]),
                        part(whole, low[0], low[1]),
                        part(whole, high[1], whole.length));
    }

    private static byte[] part(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }
}
