package io.parley.endpoint;

import io.parley.binding.Record;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An operation with the types of its messages; a constant shared by a contract, its handlers and its callers. Messages
 * are objects of classes with JAXB annotations, strings, boxed numbers and booleans, or elements of the contract's
 * schema as {@link Record}s. Immutable.
 *
 * <pre>{@code
 * static final Operation<Numbers, Total> SUM = Operation.of("sum", Numbers.class, Total.class);
 * static final Operation<Reading, Void> REPORT = Operation.oneWay("report", Reading.class);
 * static final Contract SUMS = Contract.of("urn:sums", SUM, REPORT);
 * }</pre>
 *
 * @param <Q> the class of its requests
 * @param <R> the class of its responses; {@code Void} if it has none
 */
public final class Operation<Q, R> {
    private final String name;
    private final Class<Q> requestType;
    private final Class<R> responseType;
    private final Object in;
    private final @Nullable Object out;
    private final List<Object> faults;

    private Operation(
            String name,
            Class<Q> requestType,
            Class<R> responseType,
            Object in,
            @Nullable Object out,
            List<Object> faults) {
        this.name = name;
        this.requestType = requestType;
        this.responseType = responseType;
        this.in = in;
        this.out = out;
        this.faults = List.copyOf(faults);
    }

    /** Returns an operation with a response. */
    public static <Q, R> Operation<Q, R> of(String name, Class<Q> request, Class<R> response) {
        return new Operation<>(name, request, response, request, response, List.of());
    }

    /** Returns an operation with a response; both are elements of the contract's schema. */
    public static Operation<Record, Record> of(String name, QName request, QName response) {
        return new Operation<>(name, Record.class, Record.class, request, response, List.of());
    }

    /** Returns an operation without a response, whose messages either side may send. */
    public static <Q> Operation<Q, Void> oneWay(String name, Class<Q> message) {
        return new Operation<>(name, message, Void.class, message, null, List.of());
    }

    /** Returns an operation without a response, whose messages are elements of the contract's schema. */
    public static Operation<Record, Void> oneWay(String name, QName message) {
        return new Operation<>(name, Record.class, Void.class, message, null, List.of());
    }

    /**
     * Returns a copy with an additional fault: its handler may throw an {@link OperationFault} with such a detail,
     * which its caller gets.
     *
     * @param detail class with {@code XmlRootElement}
     */
    public Operation<Q, R> withFault(Class<?> detail) {
        return and(detail);
    }

    /** Returns a copy with an additional fault, whose detail is an element of the contract's schema. */
    public Operation<Q, R> withFault(QName detail) {
        return and(detail);
    }

    private Operation<Q, R> and(Object fault) {
        List<Object> all = new ArrayList<>(faults);
        all.add(fault);
        return new Operation<>(name, requestType, responseType, in, out, all);
    }

    /** Returns its name in the contract. */
    public String name() {
        return name;
    }

    /** Returns the class of its requests. */
    public Class<Q> requestType() {
        return requestType;
    }

    /** Returns the class of its responses; {@code Void} if it has none. */
    public Class<R> responseType() {
        return responseType;
    }

    /** Returns the declared request: a class, or the name of an element. */
    Object in() {
        return in;
    }

    /** Returns the declared response, likewise; null if it has none. */
    @Nullable
    Object out() {
        return out;
    }

    /** Returns the declared details of its faults, likewise. */
    List<Object> faults() {
        return faults;
    }

    /** Returns the classes among its messages and faults. */
    Set<Class<?>> classes() {
        Set<Class<?>> classes = new LinkedHashSet<>();
        addClass(in, classes);
        addClass(out, classes);
        faults.forEach(fault -> addClass(fault, classes));
        return classes;
    }

    private static void addClass(@Nullable Object described, Set<Class<?>> classes) {
        if (described instanceof Class<?> type) {
            classes.add(type);
        }
    }

    /** Returns its name. */
    @Override
    public String toString() {
        return name;
    }
}
