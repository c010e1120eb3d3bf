package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.channel.websocket.Upgrade;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The unused tokens that this runtime has issued, stored as SHA-256 hashes, so that neither the timing of look-ups nor
 * a memory dump reveals them. A token consists of 8 bytes that name the runtime and 32 random bytes. Thread-safe.
 */
final class Tokens {
    /** Time for which a token is valid. */
    static final Duration TIME_TO_LIVE = Duration.ofSeconds(30);

    /** Length of a token in bytes. */
    static final int BYTES = 40;

    private static final int NODE_BYTES = Affinity.NODE_BYTES;

    /** Maximum number of unused tokens. Beyond it, the oldest one of the principal with the most is dropped. */
    static final int MOST_UNUSED = 16_384;

    /** Maximum number of a principal's unused tokens, as a multiple of the sessions it may have. */
    static final int SHARE_OF_SESSIONS = 4;

    private final SecureRandom random = new SecureRandom();
    private final byte[] node = new byte[NODE_BYTES];
    private final Timers timers;
    private final int share;
    /** Unused grants by hash, oldest first. Its monitor guards this map and the next. */
    private final Map<String, TokenGrant> unused = new LinkedHashMap<>();
    /** Hashes per principal, oldest first. */
    private final Map<String, Set<String>> byPrincipal = new HashMap<>();

    /**
     * Creates an empty set of tokens with a random node name.
     *
     * @param sessions number of sessions that a principal may have
     */
    Tokens(Timers timers, long sessions) {
        this.timers = timers;
        this.share = (int) Math.min(MOST_UNUSED, SHARE_OF_SESSIONS * sessions);
        random.nextBytes(node);
    }

    /** Issues a token for a grant. */
    byte[] issue(TokenGrant grant) {
        byte[] token = make();
        synchronized (unused) {
            dropExpired();
            makeRoom(grant.principal());
            String hash = hash(token);
            unused.put(hash, grant);
            byPrincipal
                    .computeIfAbsent(grant.principal(), principal -> new LinkedHashSet<>())
                    .add(hash);
        }
        return token;
    }

    /** Returns the name of this node. */
    String node() {
        return Affinity.node(node);
    }

    /** Returns a new random secret of this node. */
    byte[] make() {
        byte[] made = new byte[BYTES];
        random.nextBytes(made);
        System.arraycopy(node, 0, made, 0, NODE_BYTES);
        return made;
    }

    /** Throws {@code WRONG_NODE} if a secret belongs to another runtime. */
    void checkNode(byte[] secret, String where) {
        if (isOfAnotherNode(secret)) {
            throw new ParleyException(
                    ErrorCode.WRONG_NODE, where + ": expected a token of this node, found one of another");
        }
    }

    private boolean isOfAnotherNode(byte[] secret) {
        return secret.length == BYTES && !Arrays.equals(secret, 0, NODE_BYTES, node, 0, NODE_BYTES);
    }

    /**
     * Consumes a token and returns its grant.
     *
     * @param scope where it was received
     * @throws ParleyException {@code WRONG_NODE} for a token of another runtime, {@code TOKEN_REFUSED} with the same
     *     text for all other invalid ones
     */
    TokenGrant use(byte[] token, Object scope) {
        checkNode(token, "OPEN");
        TokenGrant grant;
        synchronized (unused) {
            grant = remove(hash(token));
        }
        if (grant == null || !grant.scope().equals(scope) || grant.isOlderThan(TIME_TO_LIVE, timers.nanoTime())) {
            throw new ParleyException(
                    ErrorCode.TOKEN_REFUSED, "OPEN: expected a token that was issued and not used, found another");
        }
        return grant;
    }

    /**
     * Returns whether {@link #use} would accept the token now, for an agreement of that digest, without consuming it.
     */
    Upgrade.Verdict judge(byte[] token, byte[] digest, Object scope) {
        if (isOfAnotherNode(token)) {
            return Upgrade.Verdict.OF_ANOTHER_NODE;
        }
        TokenGrant grant;
        synchronized (unused) {
            grant = unused.get(hash(token));
        }
        return grant != null
                        && grant.scope().equals(scope)
                        && !grant.isOlderThan(TIME_TO_LIVE, timers.nanoTime())
                        && grant.agreement().digest().matches(digest)
                ? Upgrade.Verdict.GOOD
                : Upgrade.Verdict.NO_GOOD;
    }

    private void dropExpired() {
        long now = timers.nanoTime();
        while (!unused.isEmpty()) {
            Map.Entry<String, TokenGrant> oldest = unused.entrySet().iterator().next();
            if (!oldest.getValue().isOlderThan(TIME_TO_LIVE, now)) {
                return;
            }
            remove(oldest.getKey());
        }
    }

    /**
     * Drops an old token to make room: the principal's own oldest if it has its maximum, otherwise, if the total is
     * reached, the oldest of the principal with the most.
     */
    private void makeRoom(String principal) {
        Set<String> own = byPrincipal.getOrDefault(principal, Set.of());
        if (own.size() >= share) {
            remove(own.iterator().next());
        } else if (unused.size() >= MOST_UNUSED) {
            Set<String> most = Collections.max(byPrincipal.values(), Comparator.comparingInt(Set::size));
            remove(most.iterator().next());
        }
    }

    private @Nullable TokenGrant remove(String hash) {
        TokenGrant removed = unused.remove(hash);
        if (removed != null) {
            Set<String> same = byPrincipal.get(removed.principal());
            if (same != null && same.remove(hash) && same.isEmpty()) {
                byPrincipal.remove(removed.principal());
            }
        }
        return removed;
    }

    /** Returns the hash under which a secret is stored. */
    static String hash(byte[] token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
