package io.parley.runtime;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The value that is read from a response, on a thread that may wait. Whoever ends its future first, by a cancel or a time, ends the call:
 * a response that comes all the same is closed, and a value that nobody takes gives up its side streams.
 */
final class ReadResponse<R> {
    private final CompletableFuture<R> value = new CompletableFuture<>();
    private final CompletableFuture<IncomingMessage> response;
    private final Function<? super IncomingMessage, ? extends R> reader;
    private final Function<? super Throwable, CompletableFuture<R>> otherwise;

    /** A message with side streams that nobody may read. */
    interface Unread {
        /** Gives up the side streams: the value that was read from the message has no owner. */
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

    /** A dependent stage of the response would not do: it leaves the response to nobody once it is cancelled. */
    static <R> CompletableFuture<R> of(
            CompletableFuture<IncomingMessage> response,
            Function<? super IncomingMessage, ? extends R> reader,
            Function<? super Throwable, CompletableFuture<R>> otherwise) {
        ReadResponse<R> read = new ReadResponse<>(response, reader, otherwise);
        // The stages have nothing to say: both only pass on what ends the other.
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

    /** A call that was ended by its caller is not made another way. */
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
        } catch (Throwable e) { // Whatever it is, it is the future's to tell.
            value.completeExceptionally(e);
            return;
        }
        if (!value.complete(whole) && message instanceof Unread unwanted) {
            unwanted.giveUpSides();
        }
    }
}
