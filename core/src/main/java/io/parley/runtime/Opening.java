package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opening of a session: the grant and the opening side's terms, and the conversation that its user gets. Guarded by the
 * link's lock.
 */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private final Link link;
    private final Services services;
    /** Door by which it was opened; a token must have been issued for it. */
    private final Object door;

    private final CompletableFuture<Conversation> opened = new CompletableFuture<>();
    private @Nullable Grant grant;
    private byte[] terms;
    private @Nullable LiveConversation conversation;
    /** Accepting side: whether the session counts among those of its principal. */
    private boolean counted;

    /**
     * @param grant null until a token tells, where somebody connected
     */
    Opening(Link link, Services services, Object door, @Nullable Grant grant, byte[] terms) {
        this.link = link;
        this.services = services;
        this.door = door;
        this.grant = grant;
        this.terms = terms.clone();
    }

    /** Completes when the session is open, or exceptionally. */
    CompletableFuture<Conversation> opened() {
        return opened;
    }

    Object door() {
        return door;
    }

    Agreement agreement() {
        return granted().agreement();
    }

    /** The open session as its user sees it. */
    LiveConversation live() {
        LiveConversation present = conversation;
        if (present == null) {
            throw new IllegalStateException("the session is not open");
        }
        return present;
    }

    /** Accepting side: whether it has an agreement of that digest, and came in at that door. */
    boolean isUnder(byte[] digest, Object by) {
        return door.equals(by) && agreement().digest().matches(digest);
    }

    /**
     * Accepting side: what somebody is granted who shows a token, which is used up.
     *
     * @throws ParleyException with the code to refuse with
     */
    Grant admit(byte[] token, byte[] digest, byte[] openTerms) {
        Grant used = services.tokens.use(token, door);
        if (!used.agreement().digest().matches(digest)) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "OPEN: expected the digest of agreement " + used.agreement().id()
                            + ", found another: offer or answer was changed on its way");
        }
        used.handler().checkOpening(openTerms);
        grant = used;
        terms = openTerms;
        count();
        return used;
    }

    /**
     * Accepting side: counts the session among those of its principal, until it is over.
     *
     * @throws ParleyException {@code LIMIT} if that has all it may have
     */
    void count() {
        services.enter(granted().principal());
        counted = true;
    }

    /** Accepting side: counts it no more, whether it was opened or failed before. */
    void uncount() {
        if (counted) {
            counted = false;
            services.leave(granted().principal());
        }
    }

    /** The session is open. */
    void succeeded() {
        LiveConversation live =
                new LiveConversation(link, granted(), terms, link.exchange().fragmentBytes());
        conversation = live;
        services.open.add(link);
        if (door instanceof Door.Entry entry) {
            entry.opened(agreement());
        }
        link.turns().after(() -> {
            if (!opened.complete(live)) {
                link.close(ErrorCode.CLOSED, "whoever opened it gave it up meanwhile");
            }
        });
    }

    /**
     * The session is over, or never was opened.
     *
     * @param why null after an orderly end
     * @param atOnce whether messages that are still worked on do not count any more
     */
    void over(@Nullable ParleyException why, boolean atOnce) {
        uncount();
        LiveConversation live = conversation;
        if (live == null) {
            ParleyException reason =
                    why != null ? why : new ParleyException(ErrorCode.CONNECT_FAILED, "closed before it was open");
            LOG.debug("no session with {}: {}", link.remote(), reason.getMessage());
            link.turns().after(() -> opened.completeExceptionally(reason));
            return;
        }
        services.totals.add(link.traffic());
        services.open.remove(link);
        if (door instanceof Door.Entry entry) {
            entry.over(agreement());
        }
        LOG.debug("session with {} is over: {}", link.remote(), why == null ? "orderly" : why.getMessage());
        link.turns().after(() -> live.over(why, atOnce));
    }

    private Grant granted() {
        Grant present = grant;
        if (present == null) {
            throw new IllegalStateException("nothing was granted yet");
        }
        return present;
    }
}
