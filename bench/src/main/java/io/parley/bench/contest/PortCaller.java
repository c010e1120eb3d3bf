package io.parley.bench.contest;

import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Kind;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;

/** Calls the web service with the types that an application would use: arrays, lists, records. */
final class PortCaller {
    private static final String VALUE = "value";
    private static final Empty NOTHING = new Empty();

    private PortCaller() {}

    static Caller of(Match match, Port port) {
        Object request = match.request();
        Object[] arguments = request instanceof Empty ? new Object[0] : new Object[] {plain(request)};
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

    /** Returns what the web service takes for an object of the other contestants: its value, or a record as it is. */
    private static Object plain(Object content) {
        try {
            return content.getClass().getField(VALUE).get(content);
        } catch (NoSuchFieldException e) {
            return content;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("expected public fields of " + content.getClass(), e);
        }
    }

    /** Converts a response to the object that other contestants return, for comparison. */
    private static Object content(Class<?> type, Object answer) {
        if (type.isInstance(answer)) {
            return answer;
        }
        try {
            Object made = type.getConstructor().newInstance();
            type.getField(VALUE).set(made, answer);
            return made;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected a field " + VALUE + " of " + type, e);
        }
    }
}
