package io.parley.bench.contest;

import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.Count;
import io.parley.bench.data.Beans.DoubleList;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Simple;
import io.parley.bench.data.Beans.Strings;
import java.util.List;
import java.util.function.Supplier;

/** Calls the web service with the types that an application would use: arrays, lists, records. */
final class PortCaller implements Caller {
    private final Match match;
    private final Supplier<Object> call;

    PortCaller(Match match, Port port) {
        this.match = match;
        this.call = switch (match.exchange()) {
            case ECHO -> echo(port, match.request());
            case SEND -> send(port, match.request());
            case RECEIVE -> receive(port, match);
        };
    }

    @Override
    public Object call() {
        return call.get();
    }

    @Override
    public void check() {
        match.check(content(call()));
    }

    private static Supplier<Object> echo(Port port, Object content) {
        if (content instanceof Empty) {
            return () -> {
                port.nothing();
                return content;
            };
        } else if (content instanceof Doubles doubles) {
            return () -> port.echoDoubles(doubles.value);
        } else if (content instanceof DoubleList list) {
            return () -> port.echoList(list.value);
        } else if (content instanceof Ints ints) {
            return () -> port.echoInts(ints.value);
        } else if (content instanceof Strings strings) {
            return () -> port.echoStrings(strings.value);
        } else if (content instanceof Blob blob) {
            return () -> port.echoBlob(blob.value);
        } else if (content instanceof Simple simple) {
            return () -> port.echoSimple(simple);
        } else if (content instanceof Medium medium) {
            return () -> port.echoMedium(medium);
        }
        return () -> port.echoComplex((Complex) content);
    }

    private static Supplier<Object> send(Port port, Object content) {
        if (content instanceof Doubles doubles) {
            return () -> port.sendDoubles(doubles.value);
        } else if (content instanceof Ints ints) {
            return () -> port.sendInts(ints.value);
        } else if (content instanceof Strings strings) {
            return () -> port.sendStrings(strings.value);
        } else if (content instanceof Blob blob) {
            return () -> port.sendBlob(blob.value);
        }
        throw new IllegalArgumentException("the web service cannot be sent " + content.getClass());
    }

    private static Supplier<Object> receive(Port port, Match match) {
        int count = match.workload().count();
        return switch (match.workload().kind()) {
            case F64 -> () -> port.receiveDoubles(count);
            case I32 -> () -> port.receiveInts(count);
            case STR -> () -> port.receiveStrings(count);
            case BLOB -> () -> port.receiveBlob(count);
            default -> throw new IllegalArgumentException("the web service has no " + match.workload() + " ready");
        };
    }

    /** Converts a response to the object that other contestants return, for comparison. */
    private Object content(Object answer) {
        if (match.exchange() == Exchange.SEND) {
            return Count.of((Integer) answer);
        }
        return switch (match.workload().kind()) {
            case F64 -> Doubles.of((double[]) answer);
            case I32 -> Ints.of((int[]) answer);
            case BLOB -> Blob.of((byte[]) answer);
            case LIST -> DoubleList.of(list(answer, Double.class));
            case STR -> Strings.of(list(answer, String.class));
            case VOID, SIMPLE, MEDIUM, COMPLEX -> answer;
        };
    }

    private static <T> List<T> list(Object answer, Class<T> type) {
        return ((List<?>) answer).stream().map(type::cast).toList();
    }
}
