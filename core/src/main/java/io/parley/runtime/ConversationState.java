package io.parley.runtime;

import io.parley.compression.SessionCompression;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * State shared by the messages of one conversation: its session, terms, compression, deadlines and spin policy.
 * Thread-safe.
 */
final class ConversationState {
    private final SessionDriver driver;
    private final TokenGrant grant;
    private final int chunkBytes;
    private final SessionCompression compression;
    private final SideStreams sides;
    private final CallDeadlines deadlines;
    /** Spin policy of the callers. */
    private final AnswerWaits answers = new AnswerWaits();
    /** Completes when the peer is no longer suspect; null while it is not suspect. Written with the session locked. */
    private volatile @Nullable CompletableFuture<Void> suspicion;

    ConversationState(SessionDriver driver, TokenGrant grant) {
        this.driver = driver;
        this.grant = grant;
        this.chunkBytes = driver.session().exchange().fragmentBytes();
        this.compression = driver.services().compression(grant.agreement(), chunkBytes);
        this.sides = new SideStreams(driver);
        this.deadlines = new CallDeadlines(driver.services().timers);
    }

    SessionDriver driver() {
        return driver;
    }

    Services services() {
        return driver.services();
    }

    TokenGrant grant() {
        return grant;
    }

    Agreement agreement() {
        return grant.agreement();
    }

    /** Returns whether messages are stored, so that they survive the process. */
    boolean isDurable() {
        return grant.agreement().reliability() == Reliability.DURABLE;
    }

    int chunkBytes() {
        return chunkBytes;
    }

    SessionCompression compression() {
        return compression;
    }

    SideStreams sides() {
        return sides;
    }

    CallDeadlines deadlines() {
        return deadlines;
    }

    AnswerWaits answers() {
        return answers;
    }

    /** Returns the future that completes when the peer is no longer suspect; null while it is not suspect. */
    @Nullable
    CompletableFuture<Void> suspicion() {
        return suspicion;
    }

    /** Marks the peer as suspect. Called with the session locked. */
    void suspect() {
        if (suspicion == null) {
            suspicion = new CompletableFuture<>();
        }
    }

    /**
     * Ends the suspicion. Called with the session locked.
     *
     * @return a task to be run after unlocking
     */
    Runnable trust() {
        CompletableFuture<Void> over = suspicion;
        suspicion = null;
        return () -> {
            if (over != null) {
                over.complete(null);
            }
        };
    }

    /** Releases resources when the session is closed. */
    void over() {
        deadlines.close();
        CompletableFuture<Void> suspected = suspicion;
        if (suspected != null) {
            suspected.complete(null);
        }
        compression.close();
    }
}
