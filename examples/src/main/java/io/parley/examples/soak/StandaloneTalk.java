package io.parley.examples.soak;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointBuilder;
import io.parley.endpoint.EndpointSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;

/** Base of the workloads with standalone endpoints. */
abstract class StandaloneTalk implements Talk {
    static final Contract CONTRACT = Contract.builder(Desk.NAMESPACE)
            .operation("say", Saying.class, Saying.class)
            .operation("add", Figures.class, Figures.class)
            .operation("send", Parcel.class, Parcel.class)
            .message("note", Saying.class)
            .build();

    private final String name;
    final ScheduledExecutorService timers;
    final Work work = new Work();

    StandaloneTalk(String name, ScheduledExecutorService timers) {
        this.name = name;
        this.timers = timers;
    }

    /** Adds the service's handlers to a builder. */
    final <B extends EndpointBuilder<B>> B handlers(B builder) {
        return builder.on("say", Saying.class, this::say)
                .on("add", Figures.class, Figures::sum)
                .on("send", Parcel.class, StandaloneTalk::sendBack)
                .onMessage("note", Saying.class, (note, session) -> {});
    }

    private Saying say(Saying saying, EndpointSession session) {
        if (saying.text.equals(Saying.REFUSED)) {
            throw new ParleyException(ErrorCode.SCHEMA_VIOLATION, "this is not said");
        }
        return work.say(saying, session::onUnwanted);
    }

    private static Parcel sendBack(Parcel parcel) {
        try {
            return Parcel.of(parcel.read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes one blocking call. */
    abstract <R> R call(String operation, Object request, Class<R> response);

    /** Sends a one-way message. */
    abstract void send(Saying note);

    /** Makes concurrent calls, if the client supports them. */
    abstract void calls(Chance chance, Tally tally) throws Exception;

    /** Makes a call that times out, if the client supports timeouts. */
    abstract void timeOut(Tally tally) throws Exception;

    /**
     * Replaces the client by a new one.
     *
     * @param orderly whether to close it gracefully
     */
    abstract void reconnect(boolean orderly) throws Exception;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int working() {
        return work.working();
    }

    @Override
    public final void act(Random random, Tally tally) throws Exception {
        Chance chance = new Chance(random);
        switch (chance.deed()) {
            case CALLS -> calls(chance, tally);
            case SUM -> {
                Figures figures = Figures.of(chance.figures());
                check(Arrays.equals(call("add", figures, Figures.class).values, figures.sum().values), tally);
            }
            case PARCEL -> {
                byte[] bytes = chance.bytes();
                Parcel back = call("send", Parcel.of(bytes), Parcel.class);
                if (chance.cancels()) {
                    tally.add(Tally.End.CANCELLED); // deliberately left unread
                } else {
                    check(Arrays.equals(back.read(), bytes), tally);
                }
            }
            case NOTE -> {
                send(Saying.of(chance.text(), 0));
                tally.add(Tally.End.ONE_WAY);
            }
            case REFUSAL -> refuse(tally);
            case TIMEOUT -> timeOut(tally);
            case INTERRUPTION -> interrupt(chance, tally);
            case RECONNECT -> {
                reconnect(true);
                tally.add(Tally.End.RECONNECTED);
            }
            case ABORT -> {
                reconnect(false);
                tally.add(Tally.End.ABORTED);
            }
        }
    }

    private void check(boolean same, Tally tally) {
        if (same) {
            tally.add(Tally.End.ANSWERED);
        } else {
            tally.unexpected(name, "another answer than the right one");
        }
    }

    private void refuse(Tally tally) {
        try {
            call("say", Saying.of(Saying.REFUSED, 0), Saying.class);
            tally.unexpected(name, "an answer to what is refused");
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.SCHEMA_VIOLATION) {
                tally.add(Tally.End.REFUSED);
            } else {
                tally.unexpected(name, e);
            }
        }
    }

    private void interrupt(Chance chance, Tally tally) {
        Saying saying = Saying.of(chance.text(), chance.pauseMillis(true));
        try (Interruption interruption = new Interruption(timers, chance.cancelMicros())) {
            Saying said = call("say", saying, Saying.class);
            check(saying.equals(said), tally);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                tally.add(Tally.End.CANCELLED);
            } else {
                tally.unexpected(name, Calls.trace(e));
            }
        }
    }
}
