package io.parley.runtime;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future value that is read from a response on a thread that may block. Ending the future, by a cancellation or
 * timeout, ends the call: a response that arrives later is closed, and if a value was read in vain, its side streams
 * are closed.
 */
final class ReadResponse<R> {
    private final CompletableFuture<R> value = new CompletableFuture<>();
    private final CompletableFuture<IncomingMessage> response;
    private final Function<? super IncomingMessage, ? extends R> reader;
    private final Function<? super Throwable, CompletableFuture<R>> otherwise;

    /** A message whose side streams may remain unread. */
    interface Unread {
        /** Closes the side streams, because the value that was read from the message has no owner. */
        void giveUpSides();
    }

    private ReadResponse(
            CompletableFuture<IncomingMessage> response,
            Function<? super IncomingMessage, ? extends R> reader,
            Function<? super Throwable, CompletableFuture<R>> otherwise) {
        this.response = response;
        this.reader = reader;
        this.otherwise = otherwise;
    }

    static <R> CompletableFuture<R> of(
            CompletableFuture<IncomingMessage> response, Function<? super IncomingMessage, ? extends R> reader) {
        return of(response, reader, CompletableFuture::failedFuture);
    }

    /**
     * Returns the future value. It is not a dependent stage of the response, since cancelling one would leak the
     * response.
     */
    static <R> CompletableFuture<R> of(
            CompletableFuture<IncomingMessage> response,
            Function<? super IncomingMessage, ? extends R> reader,
            Function<? super Throwable, CompletableFuture<R>> otherwise) {
        ReadResponse<R> read = new ReadResponse<>(response, reader, otherwise);
        // The dependent stages are not needed: they only propagate the end of one future to the other.
        var unusedEnd = read.value.whenComplete((taken, why) -> response.cancel(false));
        var unusedAnswer = response.whenComplete(read::onResponse);
        return read.value;
    }

    private void onResponse(@Nullable IncomingMessage message, @Nullable Throwable why) {
        if (message == null) {
            onFailure(Objects.requireNonNull(why));
        } else {
            response.defaultExecutor().execute(() -> read(message));
        }
    }

    /** Continues with the alternative, unless the caller has ended the call. */
    private void onFailure(Throwable why) {
        if (value.isDone()) {
            return;
        }
        CompletableFuture<R> other = otherwise.apply(why);
        var unusedEnd = value.whenComplete((taken, end) -> other.cancel(true));
        var unusedOther = other.whenComplete((result, failure) -> {
            if (failure == null) {
                value.complete(result);
            } else {
                value.completeExceptionally(failure);
            }
        });
    }

    private void read(IncomingMessage message) {
        if (value.isDone()) {
            message.close();
            return;
        }
        R whole;
        try (message) {
            whole = reader.apply(message);
        } catch (Throwable e) { // Reported by the future.
            value.completeExceptionally(e);
            return;
        }
        if (!value.complete(whole) && message instanceof Unread unwanted) {
            unwanted.giveUpSides();
        }
    }
}
