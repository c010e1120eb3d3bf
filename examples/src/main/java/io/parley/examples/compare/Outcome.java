package io.parley.examples.compare;

import jakarta.xml.soap.Detail;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.message.MessageContentsList;
import org.jspecify.annotations.Nullable;

/**
 * What a caller got: values or an exception.
 *
 * @param values as the response has them; null if an exception came
 * @param thrown null if values came
 * @param nanos how long it took
 */
record Outcome(
        @Nullable MessageContentsList values, @Nullable Throwable thrown, long nanos) {

    /** Makes a call. */
    static Outcome of(Object proxy, OperationForm operation, List<String> request)
            throws XMLStreamException, IllegalAccessException {
        @Nullable Object[] arguments = operation.arguments(request);
        long start = System.nanoTime();
        try {
            Object result = operation.method().invoke(proxy, arguments);
            long nanos = System.nanoTime() - start;
            MessageContentsList values = operation.returned(result, arguments);
            values.replaceAll(Binaries::inMemory);
            return new Outcome(values, null, nanos);
        } catch (InvocationTargetException e) {
            return new Outcome(null, Objects.requireNonNullElse(e.getCause(), e), System.nanoTime() - start);
        }
    }

    /** Whether it is what a service that works gives: values, or an exception that the operation declares. */
    boolean isRegular(OperationForm operation) {
        return thrown == null
                || Arrays.stream(operation.method().getExceptionTypes()).anyMatch(type -> type.isInstance(thrown));
    }

    /** Where another outcome differs. */
    Optional<Difference> difference(Outcome other, OperationForm operation) throws XMLStreamException {
        if (thrown != null || other.thrown != null) {
            return compareThrown(thrown, other.thrown);
        }
        MessageContentsList one = Objects.requireNonNull(values);
        MessageContentsList two = Objects.requireNonNull(other.values);
        Graphs graphs = new Graphs();
        Optional<Difference> objects = graphs.compare("", new ArrayList<>(one), new ArrayList<>(two));
        if (objects.isPresent() || graphs.hasTrees() || operation.response().isEmpty()) {
            return objects;
        }
        return Forms.difference(operation.response().get(), one, two);
    }

    private static Optional<Difference> compareThrown(@Nullable Throwable one, @Nullable Throwable two) {
        if (one == null || two == null || !one.getClass().equals(two.getClass())) {
            return Optional.of(new Difference(
                    "",
                    "",
                    "expected " + (one == null ? "an answer" : one.getClass().getName()) + ", found "
                            + (two == null ? "an answer" : two.getClass().getName()),
                    String.valueOf(one),
                    String.valueOf(two)));
        }
        return Graphs.difference("exception", told(one), told(two));
    }

    /** What an exception tells its catcher. */
    private static List<@Nullable Object> told(Throwable thrown) {
        List<@Nullable Object> told = new ArrayList<>();
        told.add(thrown.getMessage());
        if (thrown instanceof SOAPFaultException exception) {
            SOAPFault fault = exception.getFault();
            Detail detail = fault.getDetail();
            told.add(fault.getFaultCodeAsQName());
            told.add(fault.getFaultActor());
            told.add(detail);
        } else {
            told.add(info(thrown));
        }
        return told;
    }

    private static @Nullable Object info(Throwable thrown) {
        try {
            return thrown.getClass().getMethod("getFaultInfo").invoke(thrown);
        } catch (ReflectiveOperationException none) {
            return null; // An exception that no fault was made of.
        }
    }
}
