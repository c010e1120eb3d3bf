package io.parley.examples.compare;

import io.parley.examples.instances.InstanceGenerator;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.binding.soap.model.SoapHeaderInfo;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.invoker.MethodDispatcher;
import org.apache.cxf.service.model.BindingFaultInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.FaultInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.service.model.OperationInfo;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.jspecify.annotations.Nullable;

/** Operation of a generated interface: the method, its messages and its faults. Confined to one thread. */
final class OperationForm {
    private final BindingOperationInfo operation;
    private final Method method;
    private final MessageForm request;
    private final @Nullable MessageForm response;
    private final DataBinding binding;

    private OperationForm(
            BindingOperationInfo operation,
            Method method,
            MessageForm request,
            @Nullable MessageForm response,
            DataBinding binding) {
        this.operation = operation;
        this.method = method;
        this.request = request;
        this.response = response;
        this.binding = binding;
    }

    /** Returns all operations of an endpoint created from an interface. */
    static List<BindingOperationInfo> operations(Endpoint endpoint) {
        return List.copyOf(endpoint.getEndpointInfo().getBinding().getOperations());
    }

    /**
     * Returns the form of one operation.
     *
     * @throws IllegalStateException if the interface has no method for it
     */
    static OperationForm of(Endpoint endpoint, BindingOperationInfo operation) {
        return find(endpoint, operation)
                .orElseThrow(() -> new IllegalStateException("the interface that was generated has no method for it"));
    }

    /** Returns the form of one operation; empty if the interface has no method for it. */
    static Optional<OperationForm> find(Endpoint endpoint, BindingOperationInfo operation) {
        MethodDispatcher methods =
                (MethodDispatcher) Objects.requireNonNull(endpoint.getService().get(MethodDispatcher.class.getName()));
        BindingOperationInfo unwrapped = operation.isUnwrappedCapable() ? operation.getUnwrappedOperation() : operation;
        Method method = Optional.ofNullable(methods.getMethod(unwrapped)).orElseGet(() -> methods.getMethod(operation));
        if (method == null) {
            return Optional.empty();
        }
        DataBinding binding = endpoint.getService().getDataBinding();
        OperationInfo wire = operation.getOperationInfo();
        boolean isWrapped = operation.isUnwrappedCapable()
                && wire.getInput().getFirstMessagePart().getTypeClass() != null;
        OperationInfo parameters = isWrapped ? unwrapped.getOperationInfo() : wire;
        MessageForm request = isWrapped
                ? MessageForm.wrapped(binding, wire.getInput(), parameters.getInput())
                : MessageForm.bare(binding, wire.getInput());
        MessageForm response = null;
        if (wire.hasOutput()) {
            response = isWrapped
                    ? MessageForm.wrapped(binding, wire.getOutput(), parameters.getOutput())
                    : MessageForm.bare(binding, wire.getOutput());
        }
        return Optional.of(new OperationForm(operation, method, request, response, binding));
    }

    String name() {
        return operation.getName().getLocalPart();
    }

    BindingOperationInfo operation() {
        return operation;
    }

    Method method() {
        return method;
    }

    /** Returns whether the operation has rpc style, with its parts inside an element named after it. */
    boolean isRpc() {
        return operation.getBinding() instanceof SoapBindingInfo soap
                && "rpc".equals(soap.getStyle(operation.getOperationInfo()));
    }

    /** Returns whether a part of its request is a header block. */
    boolean isHeader(MessagePartInfo part) {
        List<SoapHeaderInfo> headers = operation.getInput().getExtensors(SoapHeaderInfo.class);
        return headers != null
                && headers.stream().anyMatch(each -> each.getPart().getName().equals(part.getName()));
    }

    MessageForm request() {
        return request;
    }

    Optional<MessageForm> response() {
        return Optional.ofNullable(response);
    }

    XmlSchemaCollection schemas() {
        return operation.getBinding().getService().getXmlSchemaCollection().getXmlSchemaCollection();
    }

    /** Returns the declared faults that have a generated exception. */
    List<BindingFaultInfo> faults() {
        Collection<BindingFaultInfo> all = operation.getFaults();
        return all.stream()
                .filter(fault ->
                        fault.getFaultInfo().getFirstMessagePart() != null && exception(fault.getFaultInfo()) != null)
                .toList();
    }

    private static @Nullable Class<?> exception(FaultInfo fault) {
        return (Class<?>) fault.getProperty(Class.class.getName());
    }

    /** Returns random XML for a fault's detail. */
    static String detail(BindingFaultInfo fault, InstanceGenerator generator) {
        return MessageForm.generate(fault.getFaultInfo().getFirstMessagePart(), generator);
    }

    /** Returns the exception by which a service throws a fault. */
    Throwable thrown(BindingFaultInfo fault, String detail, String message)
            throws XMLStreamException, ReflectiveOperationException {
        MessagePartInfo part = fault.getFaultInfo().getFirstMessagePart();
        Object bean = MessageForm.read(binding, part, detail);
        Class<?> type = Objects.requireNonNull(exception(fault.getFaultInfo()));
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] takes = constructor.getParameterTypes();
            if (takes.length == 2 && takes[0] == String.class && takes[1] != Throwable.class) {
                return (Throwable) constructor.newInstance(message, bean);
            }
        }
        throw new IllegalStateException("the exception of a fault has no constructor for its detail");
    }

    /** Returns the arguments of the method for a request. */
    @Nullable
    Object[] arguments(List<String> texts) throws XMLStreamException {
        MessageContentsList values = request.read(texts);
        @Nullable Object[] arguments = new @Nullable Object[method.getParameterCount()];
        for (MessagePartInfo part : request.parameters()) {
            arguments[part.getIndex()] = values.get(part);
        }
        for (int i = 0; i < arguments.length; i++) {
            if (method.getParameterTypes()[i] == Holder.class) {
                arguments[i] = new Holder<>(arguments[i]);
            }
        }
        return arguments;
    }

    /** Returns the values of a request from the arguments of the method. */
    MessageContentsList received(List<?> arguments) {
        MessageContentsList values = new MessageContentsList();
        for (MessagePartInfo part : request.parameters()) {
            Object argument = arguments.get(part.getIndex());
            values.put(part, argument instanceof Holder<?> holder ? holder.value : argument);
        }
        return values;
    }

    /** Sets the values of an answer in the arguments' holders and returns the method's result. */
    @Nullable
    Object answer(List<String> texts, @Nullable Object[] arguments) throws XMLStreamException {
        if (response == null) {
            return null;
        }
        MessageContentsList values = response.read(texts);
        Object returned = null;
        for (MessagePartInfo part : response.parameters()) {
            if (part.getIndex() == 0) {
                returned = values.get(part);
            } else {
                set(arguments[part.getIndex() - 1], values.get(part));
            }
        }
        return returned;
    }

    @SuppressWarnings("unchecked") // a holder takes what its part is
    private static void set(@Nullable Object holder, @Nullable Object value) {
        if (holder instanceof Holder<?> any) {
            ((Holder<Object>) any).value = value;
        }
    }

    /** Returns the values of a response from the method's result and the arguments' holders. */
    MessageContentsList returned(@Nullable Object result, @Nullable Object[] arguments) {
        MessageContentsList values = new MessageContentsList();
        List<MessagePartInfo> parts = response == null ? new ArrayList<>() : response.parameters();
        for (MessagePartInfo part : parts) {
            Object value = part.getIndex() == 0 ? result : arguments[part.getIndex() - 1];
            values.put(part, value instanceof Holder<?> holder ? holder.value : value);
        }
        return values;
    }
}
