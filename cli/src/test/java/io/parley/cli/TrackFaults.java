package io.parley.cli;

import io.parley.conformance.quic.QuicConnection;
import io.parley.conformance.quic.QuicDialer;
import io.parley.conformance.quic.QuicEvent;
import io.parley.conformance.quic.QuicEvent.Kind;
import io.parley.conformance.quic.QuicStreams;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rules of the tracks of {@code parley/2} that a service breaks, by the titles of the cases that test them. */
final class TrackFaults {
    /**
     * Ids of the first two tracks of a client, of its second bidirectional stream, and of its 65th unidirectional one.
     */
    private static final long FIRST = 2;

    private static final long SECOND = 6;
    private static final long OTHER = 4;
    private static final long TOO_MANY = 258;
    private static final int TYPE = 4;
    private static final int GOAWAY = 8;

    /** Cases about the second connection of a session. */
    private static final Set<String> RESUMED = Set.of(
            "RESUME is answered with the number up to which all frames arrived",
            "frames that did not arrive come again on their tracks");

    private static final Map<String, UnaryOperator<QuicStreams>> FAULTS = Map.ofEntries(
            Map.entry("the application protocol is parley/2 where it is the only one", TrackFaults::withoutTracks),
            Map.entry("with parley/2 each side may open 64 tracks", TrackFaults::withLess),
            Map.entry("a track has a window of 262,144 bytes at first", TrackFaults::withLess),
            Map.entry("a session with tracks is opened on stream 0", drops(event -> event.stream() == 0)),
            Map.entry("no track is opened without a frame for it", TrackFaults::opening),
            Map.entry("a request on track 2 is answered on track 2", TrackFaults::onOtherTracks),
            Map.entry("a request on track 5 is answered on track 5", TrackFaults::onOtherTracks),
            Map.entry("a request on track 63 is answered on track 63", TrackFaults::onOtherTracks),
            Map.entry("CREDIT of a request comes on the track of its answer", TrackFaults::onOtherTracks),
            Map.entry("consecutive exchanges share a track, which stays open", TrackFaults::endingTracks),
            Map.entry("one-way messages are read from track 1", closes(stream -> stream == FIRST)),
            Map.entry("a frame may overtake one of another track", closes(stream -> stream == FIRST)),
            Map.entry("the bytes of a track are read in order, however they arrive", TrackFaults::losingRest),
            Map.entry("borders of STREAM frames mean nothing on a track", TrackFaults::losingRest),
            Map.entry("GOAWAY waits for the frames before it", TrackFaults::endingAtOnce),
            Map.entry("a number up to 2^20 ahead of a missing one is accepted", closes(stream -> stream == FIRST)),
            Map.entry(
                    "a number more than 2^20 ahead of a missing one ends the session with PROTOCOL",
                    loses(stream -> stream == FIRST)),
            Map.entry(
                    "a number that came on another track ends the session with PROTOCOL",
                    loses(stream -> stream == SECOND)),
            Map.entry(
                    "an id that was used on another track ends the session with PROTOCOL",
                    loses(stream -> stream == SECOND)),
            Map.entry(
                    "an id more than 2^20 streams ahead of a missing one ends the session with PROTOCOL",
                    loses(stream -> stream == FIRST)),
            Map.entry(
                    "requests above twice the agreed number are refused with NOT_DISPATCHED",
                    loses(stream -> stream > 0)),
            Map.entry(
                    "more than three times as many one-way messages end the session with FLOW_CONTROL",
                    loses(stream -> stream > 0)),
            Map.entry(
                    "requests up to three times the agreed number leave the session",
                    closes(stream -> stream == SECOND)),
            Map.entry("stream 0 that begins as a track ends the connection with PROTOCOL", loses(id -> id == 0)),
            Map.entry("a track that exists ends the connection with PROTOCOL", loses(stream -> stream == SECOND)),
            Map.entry("a track before ACCEPT ends the connection with PROTOCOL", loses(stream -> stream == FIRST)),
            Map.entry(
                    "a second bidirectional stream of parley/2 ends the connection", loses(stream -> stream == OTHER)),
            Map.entry(
                    "a 65th unidirectional stream of parley/2 ends the connection",
                    loses(stream -> stream == TOO_MANY)),
            Map.entry("the end of a track within a frame ends the connection", TrackFaults::endless),
            Map.entry(
                    "a side that closes ends its tracks, tells their number and ends stream 0",
                    drops(event -> event.kind() == Kind.END && event.stream() > 0)),
            Map.entry("the other side ends stream 0 when all tracks have ended", TrackFaults::endless),
            Map.entry("the end of stream 0 waits for the number of tracks", closes(id -> id == 0)),
            Map.entry(
                    "a new port is asked by a datagram of 2 and 8 bytes, until it has answered",
                    drops(event -> event.kind() == Kind.DATAGRAM)),
            Map.entry("an answer that nobody asked for is dropped", TrackFaults::closingAtDatagrams),
            Map.entry(
                    "RESUME is answered with the number up to which all frames arrived",
                    drops(event -> event.kind() == Kind.BYTES)),
            Map.entry("frames that did not arrive come again on their tracks", TrackFaults::onOtherTracks));

    private TrackFaults() {}

    /** Returns connections with the fault for a case. */
    static QuicDialer of(String title) {
        AtomicInteger dialed = new AtomicInteger();
        return (to, hello) -> {
            QuicStreams whole = QuicConnection.open(to, hello);
            boolean isFirst = dialed.incrementAndGet() == 1;
            return isFirst && RESUMED.contains(title) ? whole : fault(title).apply(whole);
        };
    }

    private static UnaryOperator<QuicStreams> fault(String title) {
        if (title.startsWith("a unidirectional stream of kind")) {
            return loses(stream -> stream == FIRST);
        }
        if (title.startsWith("RESET_STREAM") || title.startsWith("STOP_SENDING")) {
            return TrackFaults::going;
        }
        UnaryOperator<QuicStreams> fault = FAULTS.get(title);
        if (fault == null) {
            throw new IllegalStateException("expected a rule that is broken for the case: " + title);
        }
        return fault;
    }

    private static UnaryOperator<QuicStreams> loses(LongPredicate stream) {
        return whole -> new FaultyStreams(whole) {
            @Override
            boolean loses(long id, long offset, byte[] content, boolean last) {
                return stream.test(id);
            }
        };
    }

    /** Returns a service that reads only the first piece of a track. */
    private static QuicStreams losingRest(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            boolean loses(long id, long offset, byte[] content, boolean last) {
                return id > 0 && offset > 1;
            }
        };
    }

    private static UnaryOperator<QuicStreams> drops(Predicate<QuicEvent> dropped) {
        return whole -> new FaultyStreams(whole) {
            @Override
            @Nullable
            QuicEvent came(QuicEvent event) {
                return dropped.test(event) ? null : event;
            }
        };
    }

    /** Returns a service that closes the connection on bytes of a stream, of stream 0 on its end. */
    private static UnaryOperator<QuicStreams> closes(LongPredicate stream) {
        return whole -> new FaultyStreams(whole) {
            @Override
            boolean loses(long id, long offset, byte[] content, boolean last) {
                if (stream.test(id) && (id > 0 || last)) {
                    inventClose();
                }
                return false;
            }
        };
    }

    private static QuicStreams withoutTracks(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            public String protocol() {
                return "parley/1";
            }
        };
    }

    private static QuicStreams withLess(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            public long parameter(long number) {
                return super.parameter(number) - 1;
            }
        };
    }

    private static QuicStreams opening(QuicStreams whole) {
        FaultyStreams streams = new FaultyStreams(whole);
        streams.invent(QuicEvent.of(Kind.BYTES, 3, new byte[] {66}));
        return streams;
    }

    private static QuicStreams onOtherTracks(QuicStreams whole) {
        return new FaultyStreams(whole) {
            private boolean changed;

            @Override
            QuicEvent came(QuicEvent event) {
                if (event.kind() != Kind.BYTES || event.stream() == 0 || changed) {
                    return event;
                }
                changed = true;
                byte[] content = event.content().clone();
                content[0] ^= 1;
                return QuicEvent.of(Kind.BYTES, event.stream(), content);
            }
        };
    }

    private static QuicStreams endingTracks(QuicStreams whole) {
        return new FaultyStreams(whole) {
            private boolean ended;

            @Override
            QuicEvent came(QuicEvent event) {
                if (event.stream() > 0 && event.content().length > 1 && !ended) {
                    ended = true;
                    invent(QuicEvent.of(Kind.END, event.stream()));
                }
                return event;
            }
        };
    }

    private static QuicStreams endingAtOnce(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            boolean loses(long stream, long offset, byte[] content, boolean last) {
                if (stream == 0 && content.length > TYPE && content[TYPE] == GOAWAY) {
                    inventClose();
                }
                return false;
            }
        };
    }

    private static QuicStreams endless(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            boolean loses(long stream, long offset, byte[] content, boolean last) {
                return last;
            }
        };
    }

    private static QuicStreams going(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            public void reset(long stream, long code, long size) {}

            @Override
            public void stopSending(long stream, long code) {}
        };
    }

    private static QuicStreams closingAtDatagrams(QuicStreams whole) {
        return new FaultyStreams(whole) {
            @Override
            public void datagram(byte... content) {
                inventClose();
            }
        };
    }
}
