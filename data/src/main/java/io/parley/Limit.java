package io.parley;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A limit, with the name, unit and default of its setting. {@link Limits} holds the values. Limits marked as agreed
 * travel in offer and answer, and the smaller value holds for both sides.
 */
public enum Limit {
    FRAME_BYTES(
            "parley.limits.frame-bytes",
            "bytes",
            256 * 1024,
            true,
            Group.MESSAGES,
            "Length of one frame with its header."),
    OPENING_BYTES(
            "parley.limits.opening-bytes",
            "bytes",
            2048,
            false,
            Group.MESSAGES,
            "Length of a frame before the session is accepted."),
    MESSAGE_BYTES(
            "parley.limits.message-bytes",
            "bytes",
            64L * 1024 * 1024,
            true,
            Group.MESSAGES,
            "Content of one message, over all its fragments."),
    SESSION_BYTES(
            "parley.limits.session-bytes",
            "bytes",
            128L * 1024 * 1024,
            true,
            Group.MEMORY,
            "Declared total of the messages that a session is receiving, plus its content waiting to be sent."),
    TOTAL_BYTES(
            "parley.limits.total-bytes",
            "bytes",
            MemoryShare.BUFFERS,
            Group.MEMORY,
            "Content that all sessions of a runtime are receiving; the same amount may wait to be sent."),
    OBJECT_BYTES(
            "parley.limits.object-bytes",
            "bytes",
            MemoryShare.OBJECTS,
            Group.MEMORY,
            "Estimated memory of the objects decoded from a runtime's messages, until their handlers end."),
    STREAMS(
            "parley.limits.streams",
            "messages",
            1024,
            true,
            Group.SESSIONS,
            "Messages in progress at a time in one direction of a session."),
    STREAM_CREDIT(
            "parley.limits.stream-credit",
            "bytes",
            3 * 512 * 1024,
            true,
            Group.SESSIONS,
            "Bytes that a sender may have in flight on one stream before it receives more credit."),
    SESSION_CREDIT(
            "parley.limits.session-credit",
            "bytes",
            8L * 1024 * 1024,
            true,
            Group.SESSIONS,
            "Bytes that a sender may have in flight in one session before it receives more credit."),
    SIDES(
            "parley.limits.sides",
            "side streams",
            128,
            true,
            Group.MESSAGES,
            "Open side streams in one direction of a session."),
    SIDE_BYTES(
            "parley.limits.side-bytes",
            "bytes",
            1024L * 1024 * 1024,
            true,
            Group.MESSAGES,
            "Content of one side stream. It is never in memory as a whole: only its window counts "
                    + "against the budgets."),
    SIDE_IDLE_MILLIS(
            "parley.limits.side-idle-millis",
            "milliseconds",
            60_000,
            false,
            Group.MESSAGES,
            "Milliseconds for which a side stream may deliver nothing to its reader, or stay unread."),
    DELTA_BYTES(
            "parley.limits.delta-bytes",
            "bytes",
            4L * 1024 * 1024,
            true,
            Group.MEMORY,
            "Earlier messages that each side of a session stores for differences; a single one takes "
                    + "at most a quarter."),
    RESEND_BYTES(
            "parley.limits.resend-bytes",
            "bytes",
            8L * 1024 * 1024,
            true,
            Group.MEMORY,
            "Unacknowledged frames that a resumable session stores, plus 256 bytes for each."),
    RESUME_MILLIS(
            "parley.limits.resume-millis",
            "milliseconds",
            120_000,
            true,
            Group.SESSIONS,
            "Milliseconds for which a session may be without a connection before it ends."),
    DEPTH("parley.limits.depth", "levels", 100, true, Group.MESSAGES, "Nesting of elements or records in a message."),
    ITEMS(
            "parley.limits.items",
            "items",
            10_000_000,
            true,
            Group.MESSAGES,
            "Elements, attributes, records and array items in a message, even if they take no bytes."),
    STRING_BYTES(
            "parley.limits.string-bytes",
            "bytes",
            64L * 1024 * 1024,
            true,
            Group.MESSAGES,
            "UTF-8 bytes of one string."),
    NAMES(
            "parley.limits.names",
            "names",
            10_000,
            true,
            Group.MESSAGES,
            "Distinct names (elements, attributes, prefixes, namespaces) in one message."),
    ATTRIBUTES(
            "parley.limits.attributes",
            "attributes",
            500,
            true,
            Group.MESSAGES,
            "Attributes and namespace declarations on one element."),
    STATIC_HEADERS(
            "parley.limits.static-headers",
            "header blocks",
            64,
            true,
            Group.SESSIONS,
            "Static headers in each direction of a session."),
    STATIC_HEADER_BYTES(
            "parley.limits.static-header-bytes",
            "bytes",
            64 * 1024,
            true,
            Group.SESSIONS,
            "Static headers in each direction of a session, as UTF-8 text; also the most that they "
                    + "can add to a message."),
    NEGOTIATION_BYTES(
            "parley.limits.negotiation-bytes",
            "bytes",
            64 * 1024,
            false,
            Group.NEGOTIATIONS,
            "Size of an offer or answer as XML."),
    SCHEMA_BYTES(
            "parley.limits.schema-bytes",
            "bytes",
            4L * 1024 * 1024,
            false,
            Group.NEGOTIATIONS,
            "Size of a schema from a peer or a file, over all its documents."),
    SCHEMA_COMPONENTS(
            "parley.limits.schema-components",
            "components",
            50_000,
            false,
            Group.NEGOTIATIONS,
            "Types, elements and attributes that a schema may declare."),
    CONNECT_MILLIS(
            "parley.limits.connect-millis",
            "milliseconds",
            1_000,
            false,
            Group.CONNECTIONS,
            "Timeout for connecting to a service, over all its addresses."),
    HANDSHAKE_MILLIS(
            "parley.limits.handshake-millis",
            "milliseconds",
            4_000,
            false,
            Group.CONNECTIONS,
            "Additional timeout for the TLS or QUIC handshake, of an upgrade, or of the response to a first post."),
    OPEN_MILLIS(
            "parley.limits.open-millis",
            "milliseconds",
            5_000,
            false,
            Group.CONNECTIONS,
            "Milliseconds from accepting a connection to an accepted OPEN."),
    FRAME_RATE(
            "parley.limits.frame-rate",
            "bytes per second",
            1024,
            false,
            Group.CONNECTIONS,
            "Minimum rate at which a partial frame must arrive, after ten seconds."),
    PENDING_CONNECTIONS(
            "parley.limits.pending-connections",
            "connections",
            256,
            false,
            Group.CONNECTIONS,
            "Connections that are not accepted yet; further ones wait on sockets, and are refused on other channels."),
    PENDING_PER_ADDRESS(
            "parley.limits.pending-per-address",
            "connections",
            64,
            false,
            Group.CONNECTIONS,
            "Connections that are not yet accepted, at a time, from one address (IPv6: from one /64 "
                    + "network); further ones wait."),
    SESSIONS_PER_PRINCIPAL(
            "parley.limits.sessions-per-principal",
            "sessions",
            256,
            false,
            Group.SESSIONS,
            "Sessions that one principal may have at a time."),
    KNOWN_PEERS(
            "parley.limits.known-peers",
            "peers",
            1024,
            false,
            Group.SESSIONS,
            "Services that a client remembers, each once per caller, TLS configuration and set of "
                    + "operations; the least recently used one is dropped, and negotiated with again."),
    CONTROL_RATE(
            "parley.limits.control-rate",
            "frames per second",
            10_000,
            false,
            Group.SESSIONS,
            "Frames other than data that a session may send per second."),
    STALL_MILLIS(
            "parley.limits.stall-millis",
            "milliseconds",
            60_000,
            false,
            Group.SESSIONS,
            "Milliseconds for which content may wait for a peer that accepts none of it."),
    KEEP_ALIVE_MILLIS(
            "parley.limits.keep-alive-millis",
            "milliseconds",
            30_000,
            false,
            Group.SESSIONS,
            "Milliseconds of silence after which a peer is considered lost, a third of that on jms "
                    + "and quic; it is pinged after half of that."),
    THREADS(
            "parley.limits.threads",
            "threads",
            200,
            false,
            Group.THREADS,
            "Messages that a runtime handles at a time, without those whose handlers wait for "
                    + "responses; each endpoint may handle a sixteenth more."),
    QUEUED(
            "parley.limits.queued",
            "messages",
            1024,
            false,
            Group.THREADS,
            "Messages for one endpoint that wait for a thread."),
    QUEUE_MILLIS(
            "parley.limits.queue-millis",
            "milliseconds",
            10_000,
            false,
            Group.THREADS,
            "Milliseconds for which a message may wait for a thread before it is rejected as not dispatched."),
    CONTEXT_VALUE_BYTES(
            "parley.limits.context-value-bytes",
            "bytes",
            16L * 1024 * 1024,
            false,
            Group.CONTEXTS,
            "Length of one value in a context store, and of all values of one transaction."),
    CONTEXT_ENTRIES(
            "parley.limits.context-entries",
            "entries",
            10_000,
            false,
            Group.CONTEXTS,
            "Entries in a context store that one owner may have at a time."),
    CONTEXT_BYTES(
            "parley.limits.context-bytes",
            "bytes",
            256L * 1024 * 1024,
            false,
            Group.CONTEXTS,
            "Total size of the values of one owner in a context store."),
    CONTEXT_SECONDS(
            "parley.limits.context-seconds",
            "seconds",
            30L * 24 * 3600,
            false,
            Group.CONTEXTS,
            "Seconds for which an entry may be stored in a context store without being prolonged.");

    /**
     * Greatest value of counts and sizes, 2<sup>50</sup>: its product with a thousand, or with the microseconds of an
     * hour, still is a long.
     */
    private static final long MOST_AMOUNT = 1L << 50;

    private final String setting;
    private final String unit;
    private final long initial;
    private final boolean agreed;
    private final @Nullable MemoryShare share;
    private final Group group;
    private final String meaning;

    Limit(String setting, String unit, long initial, boolean agreed, Group group, String meaning) {
        this.setting = setting;
        this.unit = unit;
        this.initial = initial;
        this.agreed = agreed;
        this.share = null;
        this.group = group;
        this.meaning = meaning;
    }

    /** Creates a limit of this side whose default is a share of the JVM's maximum memory. */
    Limit(String setting, String unit, MemoryShare share, Group group, String meaning) {
        this.setting = setting;
        this.unit = unit;
        this.initial = share.bytes();
        this.agreed = false;
        this.share = share;
        this.group = group;
        this.meaning = meaning;
    }

    /** Group of related limits. */
    public enum Group {
        MESSAGES("Messages"),
        MEMORY("Memory for messages"),
        SESSIONS("Sessions"),
        CONNECTIONS("Connections"),
        THREADS("Threads"),
        NEGOTIATIONS("Offers and schemas"),
        CONTEXTS("Context stores");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** Returns the heading of the group in the documentation. */
        public String title() {
            return title;
        }
    }

    /** Returns the name of the setting. */
    public String setting() {
        return setting;
    }

    /**
     * Returns the unit of the values in the plural, as messages put it behind a number: {@code bytes}, {@code
     * milliseconds}.
     */
    public String unit() {
        return unit;
    }

    /** Returns the group that the documentation lists the limit under. */
    public Group group() {
        return group;
    }

    /** Returns a sentence that describes what is limited. */
    public String meaning() {
        return meaning;
    }

    /** Returns the greatest effective value. A setting above it counts as this value. */
    public long most() {
        return switch (unit) {
            case "milliseconds" -> Durations.FOR_EVER.toMillis();
            case "seconds" -> Durations.FOR_EVER.toSeconds();
            default -> MOST_AMOUNT;
        };
    }

    /** Returns the default value. */
    public long initial() {
        return initial;
    }

    /** Returns the default as the documentation shows it: a number, or a share of the JVM's memory. */
    public String initialText() {
        return share == null ? String.format(Locale.ROOT, "%,d", initial) : share.toString();
    }

    /** Returns whether the default depends on the JVM's maximum memory. */
    public boolean isShareOfMemory() {
        return share != null;
    }

    /** Returns whether the limit is agreed between both sides, in offer and answer. */
    public boolean agreed() {
        return agreed;
    }
}
