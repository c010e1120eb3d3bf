package io.parley.recording;

import io.parley.recording.Verification.Result;
import java.io.IOException;
import java.security.PublicKey;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Verifies a recording against its checkpoint. Used once. */
final class Verifier {
    private final Recording recording;
    private final UUID id;
    private final Optional<Checkpoint> checkpoint;
    private final String from;
    private final boolean isSigned;
    private long records;

    /** Checkpoint and its location. */
    record FoundCheckpoint(Optional<Checkpoint> checkpoint, String from) {}

    /** Creates a verifier. If a key is given, an unsigned checkpoint is ignored, since it proves nothing. */
    Verifier(Recording recording, UUID id, FoundCheckpoint held, @Nullable PublicKey key) {
        this.recording = recording;
        this.id = id;
        this.isSigned = key != null
                && held.checkpoint().filter(found -> found.isSignedBy(key)).isPresent();
        this.checkpoint = key == null || isSigned ? held.checkpoint() : Optional.empty();
        this.from = checkpoint.isPresent() ? held.from() : "";
    }

    Verification verify() throws IOException {
        try (RecordWalk walk = recording.walk(id)) {
            read(walk);
            return checkpoint.isEmpty() ? verdict(Result.UNPROVEN, 0) : compare(checkpoint.get(), walk);
        } catch (BrokenRecordingException e) {
            return broken(e.finding());
        }
    }

    private void read(RecordWalk walk) throws IOException, BrokenRecordingException {
        for (RecordWalk.Step step = walk.next(); step != null; step = walk.next()) {
            records = step.number();
            if (checkpoint.isPresent()) {
                check(checkpoint.get(), walk, step);
            }
        }
    }

    private static void check(Checkpoint held, RecordWalk walk, RecordWalk.Step step) throws BrokenRecordingException {
        boolean isLast = step.number() == held.records();
        if (isLast && !hex(walk.head()).equals(held.head())) {
            throw found(
                    Finding.Kind.REWRITTEN,
                    step.number(),
                    step.file(),
                    "expected the checkpoint's hash, found another");
        }
        if (held.closed() && step.number() > held.records()) {
            throw found(
                    Finding.Kind.ALTERED, step.number(), step.file(), "expected nothing after the end, found a record");
        }
    }

    private Verification compare(Checkpoint held, RecordWalk walk) throws BrokenRecordingException {
        SegmentHeader first = walk.first();
        if (first == null || !held.recording().equals(first.recording())) {
            throw found(Finding.Kind.MISSING, held.firstRecord(), "", "expected the recording of the checkpoint");
        }
        if (first.segment() > held.firstSegment()) {
            throw found(
                    Finding.Kind.MISSING,
                    held.firstRecord(),
                    "",
                    "expected segment " + held.firstSegment() + " as the first, found " + first.segment());
        }
        if (walk.record() < held.records()) {
            throw found(
                    Finding.Kind.MISSING,
                    walk.record() + 1,
                    "",
                    "expected " + held.records() + " records, found the end after " + walk.record());
        }
        if (held.closed() && walk.isTorn()) {
            throw found(
                    Finding.Kind.ALTERED, walk.record() + 1, "", "expected nothing after the end, found more bytes");
        }
        return verdict(held.closed() ? Result.WHOLE : Result.UNFINISHED, held.records());
    }

    private Verification verdict(Result result, long proven) {
        return new Verification(result, records, proven, from, isSigned, Optional.empty());
    }

    private Verification broken(Finding finding) {
        return new Verification(Result.BROKEN, records, 0, from, isSigned, Optional.of(finding));
    }

    private static BrokenRecordingException found(Finding.Kind kind, long record, String file, String text) {
        return new BrokenRecordingException(new Finding(kind, record, file, text));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
