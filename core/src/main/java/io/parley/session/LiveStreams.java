package io.parley.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The streams under way, and the ids that both sides used. */
final class LiveStreams {
    private final StreamTable table = new StreamTable();
    private final int ownParity;
    private int nextOwn;
    private int own;
    private int highestPeer;
    private int highestDispatched;

    LiveStreams(boolean opening) {
        this.ownParity = opening ? 1 : 0;
        this.nextOwn = opening ? 1 : 2;
    }

    @Nullable
    Stream get(int id) {
        return table.get(id);
    }

    List<Stream> all() {
        return table.all();
    }

    boolean isEmpty() {
        return table.size() == 0;
    }

    /** Streams that this side began. */
    int own() {
        return own;
    }

    /** Streams that the peer began. */
    int peers() {
        return table.size() - own;
    }

    boolean isOwn(int id) {
        return (id & 1) == ownParity;
    }

    /** Whether a stream of that id was begun, by whichever side. */
    boolean wasBegun(int id) {
        return isOwn(id) ? id < nextOwn : id <= highestPeer;
    }

    int highestPeer() {
        return highestPeer;
    }

    /** The highest id of the peer's streams whose message was handed on. */
    int highestDispatched() {
        return highestDispatched;
    }

    boolean hasOwnIdsLeft() {
        return nextOwn > 0 && nextOwn < Integer.MAX_VALUE - 2;
    }

    void addOwn(Stream stream) {
        stream.id = nextOwn;
        nextOwn += 2;
        own++;
        table.add(stream);
    }

    /** Counts an id as used, whether or not it becomes a stream. */
    void notePeer(int id) {
        highestPeer = id;
    }

    void addPeer(Stream stream, int id) {
        stream.id = id;
        table.add(stream);
    }

    void noteDispatched(Stream stream) {
        highestDispatched = Math.max(highestDispatched, stream.id);
    }

    void remove(Stream stream) {
        table.remove(stream);
        if (stream.own) {
            own--;
        }
    }
}
