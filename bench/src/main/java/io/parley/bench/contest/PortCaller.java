package io.parley.bench.contest;

import io.parley.bench.data.Beans;
import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Kind;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;

/** Calls the web service with the types that an application would use: arrays, lists, records. */
final class PortCaller {
    private static final Empty NOTHING = new Empty();

    private PortCaller() {}

    static Caller of(Match match, Port port) {
        Object request = match.request();
        Object[] arguments = request instanceof Empty ? new Object[0] : new Object[] {Beans.value(request)};
        Kind kind = match.workload().kind();
        String name = kind == Kind.VOID
                ? "nothing"
                : match.exchange().word()
                        + (kind == Kind.LIST ? "List" : kind.type().getSimpleName());
        Method operation = Arrays.stream(Port.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the web service has no operation " + name));
        return Caller.of(
                match,
                // A call without content returns nothing.
                () -> Objects.requireNonNullElse(operation.invoke(port, arguments), NOTHING),
                answer -> content(match.responseType(), answer),
                () -> {});
    }

    /** Converts a response to the object that other contestants return, for comparison. */
    private static Object content(Class<?> type, Object answer) {
        return type.isInstance(answer) ? answer : Beans.of(type, answer);
    }
}
