package io.parley.console;

import java.util.List;
import java.util.Map;

/**
 * Status of one process with Parley, as shown by the operator's page and Spring Boot's actuator. Immutable; consists of
 * records, lists, maps and simple values only, so that any JSON writer can serialize it.
 *
 * @param name display name of the process
 * @param at time of the status, in milliseconds since 1970
 * @param on whether Parley is switched on in this process
 * @param endpoints clients and services
 * @param resources sessions and memory of all endpoints
 * @param reasons meaning and remedy of each fallback reason that occurred, by name
 */
public record NodeStatus(
        String name, long at, boolean on, List<Endpoint> endpoints, Resources resources, Map<String, Remedy> reasons) {
    /**
     * Client or service.
     *
     * @param id identifies it in operators' orders; stable across restarts
     * @param type Client or Service
     * @param service qualified name of the service
     * @param port local name of the WSDL port
     * @param mode its mode setting and its switch
     * @param state its current state
     */
    public record Endpoint(String id, String type, String service, String port, Mode mode, State state) {}

    /**
     * Mode of an endpoint.
     *
     * @param mode auto, always or never
     * @param on the endpoint's own switch, regardless of the process's
     */
    public record Mode(String mode, boolean on) {}

    /**
     * State of an endpoint.
     *
     * @param address of the service
     * @param listening addresses on which a service's channels listen
     * @param agreement terms of the session that was used or opened last; empty if there was none
     * @param calls counts and times of calls
     * @param parts representations of body parts
     * @param sessions open sessions
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
     * @param streamed calls sent or received on sessions
     * @param fallbacks calls by SOAP, by fallback reason
     * @param lastDetail details of the last fallback
     * @param times durations on sessions and by SOAP
     * @param breakEven of a client: overhead of a session and saving per call in microseconds, and the calls after
     *     which it pays off
     * @param bytes bytes of a client's calls, on sessions and by SOAP
     */
    public record Calls(
            long streamed,
            Map<String, Long> fallbacks,
            String lastDetail,
            Times times,
            Map<String, Long> breakEven,
            Bytes bytes) {}

    /**
     * Bytes of a client's calls on sessions and by SOAP; empty unless they are counted.
     *
     * @param since start of counting, in milliseconds since 1970
     * @param saved bytes that the calls on sessions saved against the mean of the calls by SOAP, per operation;
     *     negative if they took more
     * @param compared number of the calls on sessions whose operations were also called by SOAP
     * @param comparedWith number of the calls by SOAP that they were compared with
     * @param operations called operations, by name
     */
    public record Bytes(long since, long saved, long compared, long comparedWith, List<Operation> operations) {
        /** Value for calls that are not counted. */
        public static final Bytes NONE = new Bytes(0, 0, 0, 0, List.of());
    }

    /**
     * Bytes of one operation's completed calls, requests and responses together.
     *
     * @param operation local name
     * @param soapCalls number of calls by SOAP
     * @param soapBytes bytes of their HTTP entities
     * @param streamCalls number of calls on sessions
     * @param streamBytes bytes of their frames, including headers
     * @param saved bytes saved by the calls on sessions; 0 unless the operation was called both ways
     */
    public record Operation(
            String operation, long soapCalls, long soapBytes, long streamCalls, long streamBytes, long saved) {}

    /**
     * Durations of calls on sessions and by SOAP; empty unless they are measured.
     *
     * @param bounds upper bounds of the histogram's buckets, in microseconds; the last bucket has none
     * @param stream number of calls on sessions in each bucket
     * @param soap number of calls by SOAP in each bucket
     * @param streamMicros sum of the durations on sessions
     * @param soapMicros sum of the durations by SOAP
     */
    public record Times(List<Long> bounds, List<Long> stream, List<Long> soap, long streamMicros, long soapMicros) {}

    /**
     * Body parts that this side wrote on sessions.
     *
     * @param typed number of typed parts
     * @param infoset number of parts written as infoset
     * @param untyped parts that always travel as infoset, and why
     * @param untypedValues values of typed parts that were written as infoset: their number, and the reason of the last
     *     one
     */
    public record Parts(long typed, long infoset, List<String> untyped, List<String> untypedValues) {}

    /**
     * Open session.
     *
     * @param peer address of the other side's connection
     * @param terms agreed terms, by name
     * @param seconds since it was opened on this side
     * @param calls messages sent by a client, received by a service
     * @param bytesOut bytes sent, including all headers
     * @param bytesIn bytes received, including all headers
     */
    public record Session(
            String peer, Map<String, String> terms, long seconds, long calls, long bytesOut, long bytesIn) {}

    /**
     * Sessions and memory of a process.
     *
     * @param sessions number of open sessions
     * @param limits use of limited memory
     * @param events number of events, by name
     * @param store of contexts and durable sessions
     * @param recording of conversations
     */
    public record Resources(
            int sessions, List<Use> limits, Map<String, Long> events, Store store, Recording recording) {}

    /**
     * Use of a limit.
     *
     * @param setting name of the limit's setting
     * @param used current use
     * @param most the limit
     */
    public record Use(String setting, long used, long most) {}

    /**
     * Context store.
     *
     * @param engine its name, without details of the address
     * @param durable whether sessions may be durable
     * @param failures number of failed requests to the store
     */
    public record Store(String engine, boolean durable, long failures) {}

    /**
     * Recording of conversations.
     *
     * @param folder empty if nothing is recorded
     * @param open false if a recording is configured but cannot be written
     */
    public record Recording(String folder, boolean open) {}

    /**
     * Explanation of a fallback reason.
     *
     * @param meaning one sentence
     * @param fix what to do about it
     */
    public record Remedy(String meaning, String fix) {}
}
