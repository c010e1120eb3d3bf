package io.parley.cxf.control;

import io.parley.cxf.carrier.Carrier;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.peer.Standing;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * A call that went by SOAP because its service is known not to be capable, and what it looked like: those that look alike have
 * the same key and go the same way. To judge each of them anew took 36 µs of its caller, nearly all of it for code and objects
 * that are in no cache between two calls. Immutable.
 */
final class KnownPlain {
    private final ClientEndpoint client;
    private final int turn;
    private final Standing standing;
    private final CallStatus status;
    private final LongAdder counter;
    private final Endpoint endpoint;
    private final Conduit conduit;
    private final Carrier carrier;
    private final CredentialsIdentity credentials;
    private final Object protection;
    private final @Nullable Object address;
    private final @Nullable Object mode;
    private final @Nullable Object policy;
    private final List<@Nullable Object> asked;

    private KnownPlain(
            Message call, Conduit conduit, Carrier carrier, SessionKey key, Standing standing, ClientEndpoint client) {
        this.client = client;
        this.turn = client.turn();
        this.standing = standing;
        this.status = new CallStatus(Optional.of(standing.reason()), standing.detail());
        this.counter = client.ledger().counter(standing.reason());
        this.endpoint = call.getExchange().getEndpoint();
        this.conduit = conduit;
        this.carrier = carrier;
        this.credentials = carrier.credentials(call, conduit);
        this.protection = key.tls();
        this.address = call.get(Message.ENDPOINT_ADDRESS);
        this.mode = call.getContextualProperty(Settings.MODE);
        this.policy = call.getContextualProperty(Settings.POLICY);
        this.asked = Settings.of(call).asked();
    }

    /**
     * Returns the checks that calls like this one can skip, or null if there are none.
     *
     * @param call that went by SOAP in mode {@code auto}, under a policy that weighs no costs
     */
    static @Nullable KnownPlain of(
            Message call, Conduit conduit, Carrier carrier, SessionKey key, ClientEndpoint client) {
        return hasHeaders(call)
                ? null
                : client.runtime()
                        .peers()
                        .standing(key)
                        .map(standing -> new KnownPlain(call, conduit, carrier, key, standing, client))
                        .orElse(null);
    }

    /** Sends the call by SOAP, if it is one like that; else does nothing. */
    boolean takes(Message call) {
        Exchange exchange = call.getExchange();
        if (exchange.getEndpoint() != endpoint || !looksAlike(call) || !standing.holdsForOneMore()) {
            return false;
        }
        client.ledger().fellBackAgain(counter, standing.detail());
        exchange.put(CallStatus.KEY, status);
        return true;
    }

    private boolean looksAlike(Message call) {
        return client.isOn()
                && client.turn() == turn
                && !hasHeaders(call)
                && !call.containsKey(BySoap.PROPERTY)
                && Objects.equals(call.get(Message.ENDPOINT_ADDRESS), address)
                && Objects.equals(call.getContextualProperty(Settings.MODE), mode)
                && Objects.equals(call.getContextualProperty(Settings.POLICY), policy)
                && asked.equals(Settings.of(call).asked())
                && call.getExchange().getConduit(call) == conduit
                && carrier.credentials(call, conduit).equals(credentials)
                && carrier.protection(call, conduit).equals(protection);
    }

    /** Some of them say who calls. */
    private static boolean hasHeaders(Message call) {
        return call.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers && !headers.isEmpty();
    }
}
