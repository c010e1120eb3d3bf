package io.parley.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.representation.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xmlunit.builder.DiffBuilder;

class RecorderTest {
    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());

    @TempDir
    private Path folder;

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void whatWasSaidIsRebuiltFromTheRecordingAndTheStoreAlone() throws IOException {
        Path recording = record(RecorderSettings.in(folder, store), 5);

        List<RebuiltMessage> messages = rebuild(recording, Masking.nothing());

        assertThat(messages).hasSize(5).allMatch(RebuiltMessage::isRebuilt);
        for (int i = 0; i < 5; i++) {
            assertThat(messages.get(i).message().call()).isEqualTo(i + 1);
            assertThat(messages.get(i).message().operation()).isEqualTo("sum");
            assertSame(messages.get(i).envelope(), Taped.envelope(i));
        }
        assertThat(verify(recording).result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void aMessageThatWasJustSentWhenAllIsClosedIsRecorded() throws Exception {
        Path recording;
        Thread sender;
        try (Recorder recorder = Recorder.open(RecorderSettings.in(folder, store))) {
            recording = recorder.folder();
            RecordedSession session = recorder.begin(Taped.terms());
            MessageCopy sent = session.begin(Direction.SENT, Kind.REQUEST);
            Taped.write(0, sent).release();
            session.close();
            Thread closer = Thread.currentThread();
            sender = new Thread(() -> {
                while (closer.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                sent.onEnd(true);
            });
            sender.start();
        }
        sender.join();

        assertThat(rebuild(recording, Masking.nothing())).hasSize(1).allMatch(RebuiltMessage::isRebuilt);
        assertThat(verify(recording).result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void maskedElementsAreNotShown() throws IOException {
        Path recording = record(RecorderSettings.in(folder, store), 1);

        String envelope = rebuild(recording, Masking.of(List.of("{urn:sum}secret")))
                .get(0)
                .envelope();

        assertSame(envelope, Taped.envelope(0).replace("word", Masking.MASK));
        assertThat(envelope).doesNotContain("word");
    }

    @Test
    void whatIsReadIsCopiedWholeAlsoIfItsReaderStopsEarly() throws IOException {
        Path recording;
        try (Recorder recorder = Recorder.open(RecorderSettings.in(folder, store))) {
            recording = recorder.folder();
            RecordedSession session = recorder.begin(Taped.terms());
            MessageCopy sent = session.begin(Direction.SENT, Kind.REQUEST);
            ByteBuf wire = Taped.write(3, sent);
            ArrayDeque<ByteBuf> pieces = new ArrayDeque<>();
            while (wire.isReadable()) {
                pieces.add(wire.readBytes(Math.min(11, wire.readableBytes())));
            }
            Source source = new Source(pieces::poll, wire.writerIndex(), Limits.defaults());
            MessageCopy received = session.begin(Direction.RECEIVED, Kind.REQUEST);
            source.copyTo(received);
            source.readByte();
            source.close();
            wire.release();
        }

        assertSame(rebuild(recording, Masking.nothing()).get(0).envelope(), Taped.envelope(3));
    }

    @Test
    void segmentsFollowEachOtherAndEachCanBeReadWithoutThoseBeforeIt() throws IOException {
        Path recording = record(RecorderSettings.in(folder, store).withSegmentBytes(2_000), 50);
        assertThat(Segments.in(recording)).hasSizeGreaterThan(2);

        assertThat(rebuild(recording, Masking.nothing())).hasSize(50).allMatch(RebuiltMessage::isRebuilt);
        assertThat(verify(recording).result()).isEqualTo(Verification.Result.WHOLE);

        Files.delete(Segments.in(recording).get(0));
        assertThat(rebuild(recording, Masking.nothing())).isNotEmpty().allMatch(RebuiltMessage::isRebuilt);
    }

    @Test
    void oldSegmentsGoAndTheRestIsStillWhole() throws IOException {
        RecorderSettings settings = RecorderSettings.in(folder, store)
                .withSegmentBytes(2_000)
                .withCheckpoints(1, Duration.ofHours(1))
                .withRetention(Duration.ofDays(1), 6_000);
        Path recording = record(settings, 100);

        assertThat(Segments.number(Segments.in(recording).get(0))).isGreaterThan(1);
        assertThat(verify(recording).result()).isEqualTo(Verification.Result.WHOLE);

        Files.delete(Segments.in(recording).get(0));
        assertThat(verify(recording).finding().map(Finding::kind)).contains(Finding.Kind.MISSING);
    }

    @Test
    void recordingsOfEarlierProcessesGoAfterTheirTime() throws IOException {
        Path old = record(RecorderSettings.in(folder, store), 1);
        Files.createFile(folder.resolve("not-a-recording"));

        Instant later = Instant.now().plus(Duration.ofDays(40));
        record(RecorderSettings.in(folder, store).withClock(() -> later), 1);

        assertThat(old).doesNotExist();
        assertThat(folder.resolve("not-a-recording")).exists();
    }

    @Test
    void aDiskThatIsTooSlowLeavesAGapThatSaysHowLarge() throws IOException, InterruptedException {
        CountDownLatch disk = new CountDownLatch(1);
        CountDownLatch writing = new CountDownLatch(1);
        Recorder recorder = Recorder.open(RecorderSettings.in(folder, store).withQueueBytes(300), path -> {
            SegmentFile file = SegmentFile.onDisk(path);
            return new FilteredFile(file) {
                @Override
                public void append(ByteBuffer... pieces) throws IOException {
                    if (pieces.length > 1) {
                        writing.countDown();
                        awaitIt(disk);
                    }
                    super.append(pieces);
                }
            };
        });
        RecordedSession session = recorder.begin(Taped.terms());
        Taped.say(session, 0);
        assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i <= 100; i++) {
            Taped.say(session, i);
        }
        long leftOut = recorder.status().leftOut();
        disk.countDown();
        recorder.close();

        assertThat(leftOut).isBetween(80L, 100L);
        assertThat(recorder.status().messages()).isEqualTo(101 - leftOut);
        assertThat(rebuild(recorder.folder(), Masking.nothing())).hasSize((int) (101 - leftOut));
        assertThat(gaps(recorder.folder())).isEqualTo(leftOut);
        assertThat(verify(recorder.folder()).result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void aFullDiskLeavesNoHalfRecordsAndRecordingGoesOnOnceThereIsRoom() throws IOException {
        AtomicBoolean full = new AtomicBoolean();
        RecorderSettings settings = RecorderSettings.in(folder, store).withCheckpoints(1, Duration.ofMillis(10));
        Recorder recorder = Recorder.open(settings, path -> new FilteredFile(SegmentFile.onDisk(path)) {
            @Override
            public void append(ByteBuffer... pieces) throws IOException {
                if (full.get()) {
                    super.append(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                    throw new IOException("No space left on device");
                }
                super.append(pieces);
            }
        });
        RecordedSession session = recorder.begin(Taped.terms());
        Taped.say(session, 0);
        await().atMost(60, TimeUnit.SECONDS).until(() -> recorder.status().messages() == 1);
        full.set(true);
        Taped.say(session, 1);
        Taped.say(session, 2);
        await().atMost(60, TimeUnit.SECONDS).until(() -> recorder.status().leftOut() == 2);
        assertThat(recorder.status().trouble()).contains("No space left");
        full.set(false);
        Taped.say(session, 3);
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> recorder.status().trouble().isEmpty());
        recorder.close();

        assertThat(recorder.status().messages()).isEqualTo(2);
        assertThat(gaps(recorder.folder())).isEqualTo(2);
        assertThat(verify(recorder.folder()).result()).isEqualTo(Verification.Result.WHOLE);
    }

    @Test
    void aStoreThatIsAwayLosesNoMessages() throws IOException {
        ContextStore away = ContextStores.open("memory:", StoreSettings.defaults());
        away.close();
        Recorder recorder = Recorder.open(RecorderSettings.in(folder, away));
        RecordedSession session = recorder.begin(Taped.terms());
        for (int i = 0; i < 10; i++) {
            Taped.say(session, i);
        }
        recorder.close();

        assertThat(recorder.status().messages()).isEqualTo(10);
        assertThat(recorder.status().leftOut()).isZero();
        assertThat(recorder.status().trouble()).isNotEmpty();
        Verification beside =
                Recording.open(recorder.folder(), Limits.defaults()).verify(null, null);
        assertThat(beside.result()).isEqualTo(Verification.Result.WHOLE);
        assertThat(beside.checkpoint()).isEqualTo("folder");
        assertThat(rebuild(recorder.folder(), Masking.nothing()))
                .hasSize(10)
                .allSatisfy(message -> assertThat(message.problem()).contains("in the store, found none"));
    }

    @Test
    void aSignedCheckpointProvesARecordingWithoutTheStore() throws Exception {
        KeyPair key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Path recording = record(RecorderSettings.in(folder, store).signedBy(key.getPrivate()), 3);
        Recording opened = Recording.open(recording, Limits.defaults());

        assertThat(opened.verify(null, key.getPublic()))
                .returns(Verification.Result.WHOLE, Verification::result)
                .returns(true, Verification::isSigned);
        KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        assertThat(opened.verify(null, other.getPublic()).result()).isEqualTo(Verification.Result.UNPROVEN);
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidAtOnce() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> Recorder.open(RecorderSettings.in(file, store)))
                .isInstanceOf(IOException.class);
    }

    private static Path record(RecorderSettings settings, int messages) throws IOException {
        try (Recorder recorder = Recorder.open(settings)) {
            try (RecordedSession session = recorder.begin(Taped.terms())) {
                for (int i = 0; i < messages; i++) {
                    Taped.say(session, i);
                }
            }
            return recorder.folder();
        }
    }

    private Verification verify(Path recording) throws IOException {
        return Recording.open(recording, Limits.defaults()).verify(store, null);
    }

    private List<RebuiltMessage> rebuild(Path recording, Masking masking) throws IOException {
        List<RebuiltMessage> messages = new ArrayList<>();
        Optional<Finding> finding =
                new SoapRebuilder(Recording.open(recording, Limits.defaults()), store, masking).rebuild(messages::add);
        assertThat(finding).isEmpty();
        return messages;
    }

    private static long gaps(Path recording) throws IOException {
        long missing = 0;
        try (RecordWalk walk = Recording.open(recording, Limits.defaults()).walk()) {
            for (RecordWalk.Step step = walk.next(); step != null; step = walk.next()) {
                try (Source body = step.frame().source(Limits.defaults())) {
                    if (RecordBody.readKind(body) == RecordKind.GAP) {
                        body.readVarint();
                        body.readVarint();
                        missing += body.readVarint();
                    }
                }
            }
        } catch (BrokenRecordingException e) {
            throw new IllegalStateException(e);
        }
        return missing;
    }

    private static void assertSame(String found, String expected) {
        assertThat(DiffBuilder.compare(expected)
                        .withTest(found)
                        .checkForSimilar()
                        .build()
                        .getDifferences())
                .as(found)
                .isEmpty();
    }

    private static void awaitIt(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** A file on the disk whose methods a test can override. */
    private abstract static class FilteredFile implements SegmentFile {
        private final SegmentFile file;

        FilteredFile(SegmentFile file) {
            this.file = file;
        }

        @Override
        public void append(ByteBuffer... pieces) throws IOException {
            file.append(pieces);
        }

        @Override
        public void cut(long length) throws IOException {
            file.cut(length);
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
