package io.parley.channel.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Chooses between two posters by the first post, which is empty: the first one if its post succeeds, and the second
 * otherwise, which supports more, such as challenges and redirects. Thread-safe.
 */
public final class TriedPoster implements Poster {
    private final Poster tried;
    private final Poster otherwise;
    /** The poster in use; null until the first post was answered. */
    private volatile @Nullable Poster chosen;

    public TriedPoster(Poster tried, Poster otherwise) {
        this.tried = tried;
        this.otherwise = otherwise;
    }

    @Override
    public CompletionStage<Reply> post(Post post) {
        Poster known = chosen;
        if (known != null) {
            return known.post(post);
        }
        CompletableFuture<Reply> answered = new CompletableFuture<>();
        tried.post(post.copy()).whenComplete((reply, failure) -> {
            if (reply != null && reply.status() == Reply.OK) {
                chosen = tried;
                otherwise.close();
            } else if (reply == null || reply.status() != Reply.WRONG_NODE) {
                if (reply != null) {
                    reply.body().release();
                }
                chosen = otherwise;
                tried.close();
                otherwise.post(post).whenComplete((second, why) -> complete(answered, second, why));
                return;
            }
            post.body().release();
            complete(answered, reply, null);
        });
        return answered;
    }

    private static void complete(CompletableFuture<Reply> answered, @Nullable Reply reply, @Nullable Throwable why) {
        if (reply == null) {
            answered.completeExceptionally(why);
        } else if (!answered.complete(reply)) {
            reply.body().release();
        }
    }

    @Override
    public Executor replies() {
        Poster known = chosen;
        return known == null ? Poster.super.replies() : known.replies();
    }

    @Override
    public void close() {
        tried.close();
        otherwise.close();
    }
}
