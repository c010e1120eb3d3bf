package io.parley.conformance;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.WireError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The streams that a peer sends on: which track each one is, and the frames in their bytes. One thread at a time. */
final class IncomingTracks {
    private static final int NONE = -1;
    private static final int MOST_TRACKS = 63;
    private static final int MOST_FRAME = 262_144;

    private final Map<Long, Stream> streams = new HashMap<>();
    private boolean checksum;
    private int announced = NONE;

    /** A frame and the track that it arrived on. */
    record Arrived(int track, RawFrame frame) {}

    private static final class Stream {
        /** The track; negative if the stream tells a number of tracks, or its first byte is missing. */
        int track = NONE;

        boolean known;
        boolean ended;
        boolean preambleRead;
        byte[] unread = {};
    }

    /** Takes bytes of a stream and returns the frames that they complete. */
    List<Arrived> bytes(long id, byte[] content) {
        Stream stream = streams.computeIfAbsent(id, any -> new Stream());
        stream.unread = new ByteOutput().bytes(stream.unread).bytes(content).toBytes();
        if (!stream.known) {
            know(stream, id);
        }
        List<Arrived> frames = new ArrayList<>();
        for (byte[] frame = next(stream); frame.length > 0; frame = next(stream)) {
            if (stream.track == 0 && !stream.preambleRead) {
                stream.preambleRead = true;
                checksum = (RawConnection.features(frame) & 1) != 0;
            } else {
                frames.add(new Arrived(stream.track, decoded(frame)));
            }
        }
        return frames;
    }

    private void know(Stream stream, long id) {
        stream.known = true;
        if (id == 0) {
            stream.track = 0;
            return;
        }
        int kind = stream.unread[0] & 0xff;
        stream.unread = Arrays.copyOfRange(stream.unread, 1, stream.unread.length);
        int track = kind - TrackSession.TRACK;
        int count = kind - TrackSession.COUNT;
        if (track >= 1 && track <= MOST_TRACKS && streams.values().stream().noneMatch(each -> each.track == track)) {
            stream.track = track;
        } else if (count >= 0 && count <= MOST_TRACKS && announced == NONE && stream.unread.length == 0) {
            announced = count;
        } else {
            throw new Mismatch("a track that is not open, or once the number of tracks", "a stream of kind " + kind);
        }
    }

    /** Returns the next frame, or the preamble; empty if it is incomplete. */
    private byte[] next(Stream stream) {
        boolean isPreamble = stream.track == 0 && !stream.preambleRead;
        byte[] unread = stream.unread;
        int length = Line.PREAMBLE;
        if (!isPreamble) {
            length = unread.length < Integer.BYTES ? Integer.BYTES + 1 : (int) new ByteInput(unread).number(4);
        }
        if (!isPreamble && unread.length >= Integer.BYTES && (length < RawFrame.HEADER || length > MOST_FRAME)) {
            throw new Mismatch("a frame of 20 to " + MOST_FRAME + " bytes", "length " + length);
        }
        if (unread.length < length) {
            return new byte[0];
        }
        stream.unread = Arrays.copyOfRange(unread, length, unread.length);
        return Arrays.copyOf(unread, length);
    }

    private RawFrame decoded(byte[] frame) {
        try {
            return RawFrame.decode(frame, checksum);
        } catch (WireError e) {
            throw new Mismatch("a frame whose checksums hold", String.valueOf(e.getMessage()));
        }
    }

    /** Takes the end of a stream. */
    void end(long id) {
        Stream stream = streams.computeIfAbsent(id, any -> new Stream());
        stream.ended = true;
        if (stream.unread.length > 0) {
            throw new Mismatch("an end behind a whole frame", "one within a frame");
        }
    }

    /** Returns whether a track of the peer has ended. */
    boolean isEnded(int track) {
        return streams.values().stream().anyMatch(each -> each.track == track && each.ended);
    }

    /** Returns the number of streams on which the peer has sent, besides stream 0. */
    int opened() {
        return (int) streams.keySet().stream().filter(id -> id != 0).count();
    }

    /** Returns the number of tracks that the peer has told; negative if it has not. */
    int announced() {
        return announced;
    }

    /** Returns the number of tracks that the peer has opened, besides track 0. */
    int tracks() {
        return (int) streams.values().stream().filter(each -> each.track > 0).count();
    }

    /** Returns whether all tracks that the peer has opened have ended. */
    boolean areAllEnded() {
        return streams.values().stream().allMatch(each -> each.track <= 0 || each.ended);
    }

    /** Returns the stream that the peer opened for a track. */
    long streamOf(int track) {
        return streams.entrySet().stream()
                .filter(each -> each.getValue().track == track)
                .mapToLong(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new Mismatch("frames on track " + track, "none"));
    }
}
