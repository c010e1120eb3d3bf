package io.parley.console;

import java.util.List;
import java.util.Map;

/**
 * Status of one process with Parley, as the operator's page and Boot's actuator have it. Immutable; made of records, lists, maps and plain values
 * alone, so that any writer of JSON can write it.
 *
 * @param name of the process, for people
 * @param at when it was made, in milliseconds since 1970
 * @param on whether Parley is on in this process
 * @param endpoints clients and services
 * @param resources sessions and memory of all of them
 * @param reasons meaning and remedy of each fallback reason that occurred, by name
 */
public record NodeStatus(
        String name, long at, boolean on, List<Endpoint> endpoints, Resources resources, Map<String, Remedy> reasons) {
    /**
     * A client or service.
     *
     * @param id names it in orders of operators; the same after a restart
     * @param type Client or Service
     * @param service qualified name of the service
     * @param port local name of its port
     * @param mode whether calls stream by its settings, and whether its own switch is on
     * @param state what is known of it
     */
    public record Endpoint(String id, String type, String service, String port, Mode mode, State state) {}

    /**
     * Switches of an endpoint.
     *
     * @param mode auto, always or never
     * @param on its own switch, whatever that of the process is
     */
    public record Mode(String mode, boolean on) {}

    /**
     * State of an endpoint.
     *
     * @param address where the service is
     * @param listening where a service's channels are listened for
     * @param agreement terms of the session that was used or made last; empty if there was none
     * @param calls how many, by which way, and how long they took
     * @param parts forms of body parts
     * @param sessions those that are open
     */
    public record State(
            String address,
            List<String> listening,
            Map<String, String> agreement,
            Calls calls,
            Parts parts,
            List<Session> sessions) {}

    /**
     * Calls of an endpoint.
     *
     * @param streamed sent on a session, or received by one
     * @param fallbacks those that went by SOAP, by reason
     * @param lastDetail what is known beside the last reason
     * @param times how long they took by the stream and by SOAP
     * @param breakEven of a client: overhead of a session and saving of a call in microseconds, and after how many calls it pays
     * @param bytes that a client's calls took by both ways
     */
    public record Calls(
            long streamed,
            Map<String, Long> fallbacks,
            String lastDetail,
            Times times,
            Map<String, Long> breakEven,
            Bytes bytes) {}

    /**
     * Bytes of a client's calls by both ways; empty unless they are counted.
     *
     * @param since when counting began, in milliseconds since 1970
     * @param saved by the calls on sessions against what as many by SOAP took at the mean, operation by operation; negative if they took more
     * @param compared number of these calls: those of operations that went by SOAP too
     * @param comparedWith number of the calls by SOAP that they were compared with
     * @param operations those that were called, by name
     */
    public record Bytes(long since, long saved, long compared, long comparedWith, List<Operation> operations) {
        /** No call was counted, nor will be. */
        public static final Bytes NONE = new Bytes(0, 0, 0, 0, List.of());
    }

    /**
     * Bytes of one operation's answered calls, requests and answers together.
     *
     * @param operation local name
     * @param soapCalls number of those by SOAP
     * @param soapBytes of their entities
     * @param streamCalls number of those on sessions
     * @param streamBytes of their frames, with headers
     * @param saved by the calls on sessions; 0 for one that went one way alone
     */
    public record Operation(
            String operation, long soapCalls, long soapBytes, long streamCalls, long streamBytes, long saved) {}

    /**
     * Times of calls by both ways; empty unless they are measured.
     *
     * @param bounds upper bounds of the classes in microseconds; the last class has none
     * @param stream number of calls in each class
     * @param soap likewise
     * @param streamMicros sum of their times
     * @param soapMicros likewise
     */
    public record Times(List<Long> bounds, List<Long> stream, List<Long> soap, long streamMicros, long soapMicros) {}

    /**
     * Body parts that this side wrote on sessions.
     *
     * @param typed how many were typed
     * @param infoset how many were events
     * @param untyped which travel as infoset, and why
     * @param untypedValues values of typed parts that were written as infoset: how many, and why the last of them
     */
    public record Parts(long typed, long infoset, List<String> untyped, List<String> untypedValues) {}

    /**
     * An open session.
     *
     * @param peer address of the other side's connection
     * @param terms by name
     * @param seconds since it was opened here
     * @param calls messages sent by a client, received by a service
     * @param bytesOut with all headers
     * @param bytesIn likewise
     */
    public record Session(
            String peer, Map<String, String> terms, long seconds, long calls, long bytesOut, long bytesIn) {}

    /**
     * Sessions and memory of a process.
     *
     * @param sessions number of open ones
     * @param limits memory that is bounded
     * @param events number of what happened, by name
     * @param store of contexts and durable sessions
     * @param recording where conversations are recorded
     */
    public record Resources(
            int sessions, List<Use> limits, Map<String, Long> events, Store store, Recording recording) {}

    /**
     * Use of a limit.
     *
     * @param setting its name
     * @param used now
     * @param most at most
     */
    public record Use(String setting, long used, long most) {}

    /**
     * A context store.
     *
     * @param engine without what an address has beside
     * @param durable whether sessions may be durable
     * @param failures answers of the store that were failures
     */
    public record Store(String engine, boolean durable, long failures) {}

    /**
     * A recording.
     *
     * @param folder empty if nothing is recorded
     * @param open false if it was wished for and cannot be written
     */
    public record Recording(String folder, boolean open) {}

    /**
     * Explanation of a fallback reason.
     *
     * @param meaning one sentence
     * @param fix to do
     */
    public record Remedy(String meaning, String fix) {}
}
