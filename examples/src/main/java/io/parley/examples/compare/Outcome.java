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
 * Outcome of a call for its caller: values or an exception.
 *
 * @param values values of the response; null if an exception was thrown
 * @param thrown the exception; null if there are values
 * @param nanos duration in nanoseconds
 */
record Outcome(
        @Nullable MessageContentsList values, @Nullable Throwable thrown, long nanos) {

    /** Makes a call and returns its outcome. */
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

    /**
     * Returns whether the outcome is that of a working service: values, or an exception that the operation declares.
     */
    boolean isRegular(OperationForm operation) {
        return thrown == null
                || Arrays.stream(operation.method().getExceptionTypes()).anyMatch(type -> type.isInstance(thrown));
    }

    /** Returns the first difference from another outcome. */
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
        return Graphs.difference("exception", content(one), content(two));
    }

    /** Returns the visible content of an exception. */
    private static List<@Nullable Object> content(Throwable thrown) {
        List<@Nullable Object> all = new ArrayList<>();
        all.add(thrown.getMessage());
        if (thrown instanceof SOAPFaultException exception) {
            SOAPFault fault = exception.getFault();
            Detail detail = fault.getDetail();
            all.add(fault.getFaultCodeAsQName());
            all.add(fault.getFaultActor());
            all.add(detail);
        } else {
            all.add(info(thrown));
        }
        return all;
    }

    private static @Nullable Object info(Throwable thrown) {
        try {
            return thrown.getClass().getMethod("getFaultInfo").invoke(thrown);
        } catch (ReflectiveOperationException none) {
            return null; // not an exception of a SOAP fault
        }
    }
}
