package io.parley.runtime;

import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.websocket.Upgrade;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Acceptor of sessions on connections that the application accepts itself, besides the runtime's listeners, such as at
 * the URL of an endpoint; the application's access control protects it. A token issued here is valid only here, and
 * only for the caller that it was issued to; tokens issued elsewhere are not valid here. Thread-safe.
 */
public final class SessionAcceptor implements Upgrade.Guard {
    private final Services services;
    /** Number of open sessions per caller and agreement. */
    private final Map<Opened, Integer> sessions = new ConcurrentHashMap<>();

    SessionAcceptor(Services services) {
        this.services = services;
    }

    /**
     * Issues a token like {@link ParleyRuntime#issue}, valid only here.
     *
     * @param caller the name under which the caller was authenticated here; empty if it was not
     */
    public byte[] issue(
            Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler, String caller) {
        return services.issue(agreement, principal, attachment, handler, new Entry(this, caller));
    }

    /**
     * Accepts a connection.
     *
     * @param caller the name under which the caller was authenticated; empty if it was not
     * @return the handler of its frames
     */
    public ConnectionHandler accept(Connection connection, String caller) {
        return LiveSession.accepting(services, connection, new Entry(this, caller), "");
    }

    @Override
    public Upgrade.Verdict mayOpen(byte[] token, byte[] digest, String caller) {
        return services.tokens.judge(token, digest, new Entry(this, caller));
    }

    /** With a store of durable sessions this cannot be decided without reading the store, so RESUME decides. */
    @Override
    public boolean mayResume(byte[] digest, String caller) {
        return services.durable != null || sessions.containsKey(new Opened(Digest.ofBytes(digest), caller));
    }

    /**
     * Returns the scope of tokens for this acceptor and caller.
     *
     * @param caller the name under which the caller was authenticated here; empty if it was not
     */
    public TokenScope scope(String caller) {
        return new Entry(this, caller);
    }

    /**
     * Recovers durable sessions of an agreement that other processes left in the store, like
     * {@link ParleyRuntime#recover(Agreement, Object, MessageHandler)} does at listeners.
     *
     * @param caller the name under which the caller that opened them was authenticated
     * @throws IllegalArgumentException if such sessions cannot be durable here
     */
    public void recover(Agreement agreement, @Nullable Object attachment, MessageHandler handler, String caller) {
        services.recover(new Recovery.Arguments(agreement, attachment, handler, scope(caller)));
    }

    @Override
    public String node() {
        return services.tokens.node();
    }

    private record Opened(Digest digest, String caller) {}

    /** The scope of a token: this acceptor and caller. */
    record Entry(SessionAcceptor acceptor, String caller) implements TokenScope {
        /** Counts a session that was opened in this scope. */
        void opened(Agreement agreement) {
            acceptor.sessions.merge(new Opened(agreement.digest(), caller), 1, Integer::sum);
        }

        /** Removes a closed session from the count. */
        void over(Agreement agreement) {
            acceptor.sessions.computeIfPresent(
                    new Opened(agreement.digest(), caller), (key, count) -> count == 1 ? null : count - 1);
        }
    }
}
