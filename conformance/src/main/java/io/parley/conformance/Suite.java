package io.parley.conformance;

import io.parley.conformance.Result.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The test cases for one side. Each case ends in bounded time, whatever the implementation under test does. Immutable.
 *
 * @param <T> the implementation under test: {@link Server} or {@link Clients}
 */
public final class Suite<T> {
    private static final long MOST_SECONDS = 30;

    private final List<Case<T>> cases;

    private Suite(List<Case<T>> cases) {
        this.cases = cases;
    }

    /** Returns the cases for servers. */
    public static Suite<Server> ofServers() {
        Catalogue<Server> all = new Catalogue<>();
        OpeningCases.add(all);
        TlsCases.add(all);
        FrameCases.add(all);
        StreamCases.add(all);
        SideStreamCases.add(all);
        MessageCases.add(all);
        EnvelopeCases.add(all);
        FlowCases.add(all);
        ControlCases.add(new Sessions<>(all, server -> Session.open(server.agree())));
        ResumeCases.add(all);
        DurableCases.add(all);
        NegotiationCases.add(all);
        PostCases.add(all);
        WebSocketCases.add(all);
        RouteCases.add(all);
        QuicCases.add(all);
        TrackCases.add(all);
        JmsCases.add(all);
        return new Suite<>(all.cases());
    }

    /** Returns the cases for clients. */
    public static Suite<Clients> ofClients() {
        Catalogue<Clients> all = new Catalogue<>();
        OfferCases.add(all);
        AnswerCases.add(all);
        TlsClientCases.add(all);
        ResumeClientCases.add(all);
        PostClientCases.add(all);
        WebSocketClientCases.add(all);
        ClientSessionCases.add(all);
        JmsClientCases.add(all);
        return new Suite<>(all.cases());
    }

    /**
     * Returns the cases that one of the choices names: a section, a row or a case; all cases if there are no choices.
     */
    public Suite<T> only(Collection<String> choices) {
        return choices.isEmpty()
                ? this
                : new Suite<>(cases.stream()
                        .filter(each -> choices.stream().anyMatch(each::isOf))
                        .toList());
    }

    /** Returns a line for each case with its number and title. */
    public List<String> list() {
        return cases.stream().map(each -> each.id() + " " + each.title()).toList();
    }

    /**
     * Runs the cases one after the other.
     *
     * @param judged the implementation under test
     * @param onResult receives each result as soon as its case has ended
     * @return the results in order
     */
    public List<Result> run(T judged, Consumer<Result> onResult) throws InterruptedException {
        List<Result> results = new ArrayList<>();
        for (Case<T> each : cases) {
            Result result = run(each, judged);
            results.add(result);
            onResult.accept(result);
        }
        return results;
    }

    private Result run(Case<T> one, T judged) throws InterruptedException {
        long begun = System.nanoTime();
        Callable<Boolean> body = () -> {
            one.check().run(judged);
            return true;
        };
        FutureTask<Boolean> task = new FutureTask<>(body);
        Thread thread = new Thread(task, "parley-conform " + one.id());
        thread.setDaemon(true);
        thread.start();
        Throwable problem = null;
        try {
            task.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            problem = e.getCause();
        } catch (TimeoutException e) {
            task.cancel(true);
            problem = new Mismatch("an end", "none within " + MOST_SECONDS + " s");
        }
        return result(one, problem, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }

    private static <T> Result result(Case<T> one, @Nullable Throwable problem, long millis) {
        Outcome outcome =
                problem == null ? Outcome.PASSED : problem instanceof NotApplicable ? Outcome.SKIPPED : Outcome.FAILED;
        String expected = outcome != Outcome.FAILED ? "" : one.title();
        String found = problem == null ? "" : String.valueOf(problem.getMessage());
        if (problem instanceof Mismatch mismatch) {
            expected = mismatch.expected();
            found = mismatch.found();
        } else if (problem instanceof EOFException) {
            found = "the connection was closed";
        } else if (problem instanceof SocketTimeoutException) {
            found = "nothing came in time";
        } else if (problem instanceof IOException) {
            found = "the connection failed: " + problem.getMessage();
        }
        return new Result(one.id(), one.title(), outcome, expected, found, millis);
    }
}
