package io.parley.runtime;

import io.parley.compression.SessionCompression;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the messages of one conversation share: its session, its terms, the compression of its messages, and the waits of
 * its callers. Thread-safe.
 */
final class ConversationState {
    private final SessionDriver driver;
    private final TokenGrant grant;
    private final int chunkBytes;
    private final SessionCompression compression;
    private final SideStreams sides;
    private final CallDeadlines deadlines;
    /** Response times, by which callers wait. */
    private final AnswerWaits answers = new AnswerWaits();
    /** Completes when the peer is suspect no longer; null while it is not. Changes in turns of the session. */
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

    /** Returns whether messages are stored, so that they outlive a process. */
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

    /** Completes when the peer is suspect no longer; null while it is not. */
    @Nullable
    CompletableFuture<Void> suspicion() {
        return suspicion;
    }

    /** A call ran out of time and the peer gave no sign of life lately. Within a turn. */
    void suspect() {
        if (suspicion == null) {
            suspicion = new CompletableFuture<>();
        }
    }

    /** Ends the suspicion, within a turn; what is returned is for behind it. */
    Runnable trust() {
        CompletableFuture<Void> over = suspicion;
        suspicion = null;
        return () -> {
            if (over != null) {
                over.complete(null);
            }
        };
    }

    /** The session is over. */
    void over() {
        deadlines.close();
        CompletableFuture<Void> suspected = suspicion;
        if (suspected != null) {
            suspected.complete(null);
        }
        compression.close();
    }
}
