package io.parley.cxf.transport;

import io.parley.ConfigurationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.databinding.WrapperCapableDatabinding;
import org.apache.cxf.databinding.WrapperHelper;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.invoker.MethodDispatcher;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.service.model.OperationInfo;
import org.jspecify.annotations.Nullable;

/**
 * Ordering keys of an endpoint's one-way operations: the parameter whose value decides which calls are handled in
 * sequence. Immutable.
 */
final class OrderKeys {
    /** Instance without keys. */
    static final OrderKeys NONE = new OrderKeys(Map.of());

    private final Map<OperationInfo, Parameter> parameters;

    private OrderKeys(Map<OperationInfo, Parameter> parameters) {
        this.parameters = Map.copyOf(parameters);
    }

    /** Extracts the value of the parameter from a request's content. */
    private interface Parameter {
        @Nullable
        Object of(MessageContentsList content) throws Fault;
    }

    /** Returns whether a parameter of the class has the annotation. */
    static boolean isIn(Class<?> type, Class<? extends Annotation> annotation) {
        return Arrays.stream(type.getMethods())
                .flatMap(method -> Arrays.stream(method.getParameterAnnotations()))
                .flatMap(Arrays::stream)
                .anyMatch(annotation::isInstance);
    }

    /**
     * Finds the annotated parameters.
     *
     * @param implementor class of the service, whose annotations take precedence over those of its interface; null if
     *     unknown
     * @throws ConfigurationException if the annotation is at an unsuitable parameter
     */
    static OrderKeys of(Endpoint endpoint, Class<? extends Annotation> annotation, @Nullable Class<?> implementor) {
        MethodDispatcher dispatcher = (MethodDispatcher) endpoint.getService().get(MethodDispatcher.class.getName());
        if (dispatcher == null) {
            return NONE;
        }
        Map<OperationInfo, Parameter> found = new HashMap<>();
        for (BindingOperationInfo operation :
                endpoint.getBinding().getBindingInfo().getOperations()) {
            Method method = dispatcher.getMethod(operation);
            int index = method == null ? -1 : index(method, annotation, implementor);
            if (index >= 0) {
                DataBinding binding = endpoint.getService().getDataBinding();
                found.put(operation.getOperationInfo(), parameter(operation, method, index, annotation, binding));
            }
        }
        return found.isEmpty() ? NONE : new OrderKeys(found);
    }

    private static int index(Method method, Class<? extends Annotation> annotation, @Nullable Class<?> implementor) {
        int declared = index(method, annotation);
        if (implementor == null || method.getDeclaringClass().equals(implementor)) {
            return declared;
        }
        try {
            int own = index(implementor.getMethod(method.getName(), method.getParameterTypes()), annotation);
            return own >= 0 ? own : declared;
        } catch (NoSuchMethodException e) {
            return declared;
        }
    }

    private static int index(Method method, Class<? extends Annotation> annotation) {
        Annotation[][] all = method.getParameterAnnotations();
        int found = -1;
        for (int at = 0; at < all.length; at++) {
            if (Arrays.stream(all[at]).anyMatch(annotation::isInstance)) {
                if (found >= 0) {
                    throw refusal(annotation, method, "at most one parameter with it", "two");
                }
                found = at;
            }
        }
        return found;
    }

    private static Parameter parameter(
            BindingOperationInfo operation,
            Method method,
            int index,
            Class<? extends Annotation> annotation,
            DataBinding binding) {
        if (!operation.getOperationInfo().isOneWay()) {
            throw refusal(annotation, method, "a one-way operation", "one with an answer");
        }
        if (!hasEquality(method.getParameterTypes()[index])) {
            throw refusal(annotation, method, "a type with an equals of its own", "one without");
        }
        if (!operation.isUnwrappedCapable()) {
            return content -> index < content.size() ? content.get(index) : null;
        }
        MessagePartInfo part =
                operation.getUnwrappedOperation().getOperationInfo().getInput().getMessageParts().stream()
                        .filter(each -> each.getIndex() == index)
                        .findFirst()
                        .orElseThrow(
                                () -> refusal(annotation, method, "a parameter with a part in the contract", "none"));
        List<MessagePartInfo> wrapped = operation.getOperationInfo().getInput().getMessageParts();
        for (MessagePartInfo each : wrapped) {
            if (!each.equals(wrapped.get(0)) && Objects.equals(each.getConcreteName(), part.getConcreteName())) {
                return content -> content.hasValue(each) ? content.get(each) : null;
            }
        }
        return new Wrapped(wrapped.get(0), part, binding);
    }

    private static boolean hasEquality(Class<?> type) {
        try {
            return type.isPrimitive()
                    || type.isInterface()
                    || !type.getMethod("equals", Object.class)
                            .getDeclaringClass()
                            .equals(Object.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ConfigurationException refusal(
            Class<? extends Annotation> annotation, Method method, String expected, String found) {
        return new ConfigurationException(
                        "@" + annotation.getSimpleName(), expected, found, "move the annotation or leave it out")
                .at("at " + method.getDeclaringClass().getSimpleName() + "." + method.getName());
    }

    /** Returns the key of a request whose content has been unmarshalled; null if it has none. */
    @Nullable
    Object of(Message message) {
        if (parameters.isEmpty()) {
            return null;
        }
        BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
        Parameter parameter = operation == null ? null : parameters.get(operation.getOperationInfo());
        MessageContentsList content = MessageContentsList.getContentsList(message);
        return parameter == null || content == null ? null : parameter.of(content);
    }

    /** Parameter that is part of a wrapper, which CXF unwraps later. */
    private static final class Wrapped implements Parameter {
        private final MessagePartInfo wrapper;
        private final @Nullable WrapperHelper helper;

        Wrapped(MessagePartInfo wrapper, MessagePartInfo part, DataBinding binding) {
            this.wrapper = wrapper;
            this.helper = wrapper.getTypeClass() == null || !(binding instanceof WrapperCapableDatabinding capable)
                    ? null
                    : capable.createWrapperHelper(
                            wrapper.getTypeClass(),
                            wrapper.getElementQName(),
                            List.of(part.getName().getLocalPart()),
                            Arrays.asList(
                                    part.getTypeQName() == null
                                            ? null
                                            : part.getTypeQName().getLocalPart()),
                            List.of(part.getTypeClass()));
        }

        @Override
        public @Nullable Object of(MessageContentsList content) {
            Object value = content.hasValue(wrapper) ? content.get(wrapper) : null;
            if (helper == null || value == null || !wrapper.getTypeClass().isInstance(value)) {
                return null;
            }
            return helper.getWrapperParts(value).get(0);
        }
    }
}
