package io.parley.examples.compare;

import io.parley.Limits;
import io.parley.examples.instances.InstanceGenerator;
import io.parley.schema.SafeXml;
import jakarta.activation.DataHandler;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.databinding.WrapperCapableDatabinding;
import org.apache.cxf.databinding.WrapperHelper;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.wsdl.service.factory.ReflectionServiceFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of one message of an operation between the XML of its parts and the objects of a method, by CXF's data
 * binding alone. Confined to one thread.
 */
final class MessageForm {
    private final DataBinding binding;
    private final MessageInfo wire;
    private final MessageInfo parameters;
    private final @Nullable MessagePartInfo wrapper;
    private final @Nullable WrapperHelper helper;

    private MessageForm(
            DataBinding binding, MessageInfo wire, MessageInfo parameters, @Nullable MessagePartInfo wrapper) {
        this.binding = binding;
        this.wire = wire;
        this.parameters = parameters;
        this.wrapper = wrapper;
        this.helper = wrapper == null
                ? null
                : helper((WrapperCapableDatabinding) binding, parameters, wrapper, wrapper.getTypeClass());
    }

    /** Returns a message whose parts are the parameters of a method. */
    static MessageForm bare(DataBinding binding, MessageInfo wire) {
        return new MessageForm(binding, wire, wire, null);
    }

    /** Returns a message whose first part wraps the parameters of a method. */
    static MessageForm wrapped(DataBinding binding, MessageInfo wire, MessageInfo parameters) {
        return new MessageForm(binding, wire, parameters, wire.getFirstMessagePart());
    }

    /** Returns the parts that are parameters of the method. */
    List<MessagePartInfo> parameters() {
        return parameters.getMessageParts().stream()
                .filter(part -> part.getTypeClass() != null)
                .toList();
    }

    /** Returns the parts that are written in messages. */
    List<MessagePartInfo> written() {
        return wire.getMessageParts().stream()
                .filter(part -> part.getTypeClass() != null)
                .toList();
    }

    /** Returns random XML for each written part. */
    List<String> generate(InstanceGenerator generator) {
        return written().stream().map(part -> generate(part, generator)).toList();
    }

    static String generate(MessagePartInfo part, InstanceGenerator generator) {
        if (part.isElement()) {
            return generator.element(part.getElementQName());
        }
        QName name = part.getConcreteName();
        return generator.typed(new QName(name.getNamespaceURI(), name.getLocalPart()), part.getTypeQName());
    }

    /** Returns the objects of a message, each at the index of its part. */
    MessageContentsList read(List<String> texts) throws XMLStreamException {
        MessageContentsList whole = new MessageContentsList();
        List<MessagePartInfo> parts = written();
        for (int i = 0; i < parts.size(); i++) {
            whole.put(parts.get(i), read(binding, parts.get(i), texts.get(i)));
        }
        return wrapper == null ? whole : unwrapped(whole, wrapper);
    }

    private MessageContentsList unwrapped(MessageContentsList whole, MessagePartInfo wrapping) {
        MessageContentsList values;
        Object bean = whole.get(wrapping);
        values = bean == null ? new MessageContentsList() : new MessageContentsList(helper().getWrapperParts(bean));
        for (MessagePartInfo part : parameters()) {
            if (isHeader(part)) {
                headerOnWire(part).ifPresent(header -> values.put(part, whole.get(header)));
            }
        }
        return values;
    }

    /** Returns the XML of each written part. */
    List<String> write(MessageContentsList values) throws XMLStreamException {
        List<String> texts = new ArrayList<>();
        for (MessagePartInfo part : written()) {
            Object value;
            if (part.equals(wrapper)) {
                value = helper().createWrapperObject(withoutHeaders(values));
            } else {
                value = values.get(wrapper == null ? part : parameter(part).orElse(part));
            }
            texts.add(value == null ? "<nothing/>" : write(binding, part, value));
        }
        return texts;
    }

    private WrapperHelper helper() {
        if (helper == null) {
            throw new IllegalStateException("the message is not wrapped");
        }
        return helper;
    }

    private List<Object> withoutHeaders(MessageContentsList values) {
        List<Object> all = new ArrayList<>();
        for (MessagePartInfo part : parameters()) {
            set(all, part.getIndex(), isHeader(part) ? null : values.get(part));
        }
        return all;
    }

    private Optional<MessagePartInfo> headerOnWire(MessagePartInfo parameter) {
        return find(written(), parameter);
    }

    private Optional<MessagePartInfo> parameter(MessagePartInfo onWire) {
        return find(parameters(), onWire);
    }

    private static Optional<MessagePartInfo> find(List<MessagePartInfo> parts, MessagePartInfo like) {
        return parts.stream()
                .filter(part -> part.getConcreteName().equals(like.getConcreteName()))
                .findFirst();
    }

    private static boolean isHeader(MessagePartInfo part) {
        return Boolean.TRUE.equals(part.getProperty(ReflectionServiceFactoryBean.HEADER));
    }

    static @Nullable Object read(DataBinding binding, MessagePartInfo part, String text) throws XMLStreamException {
        if (DataHandler.class.isAssignableFrom(part.getTypeClass())) {
            // Attachment outside the envelope: any bytes will do.
            return new DataHandler(
                    new ByteDataSource(text.getBytes(StandardCharsets.UTF_8), "application/octet-stream"));
        }
        XMLStreamReader reader = SafeXml.reader(new StringReader(text), Limits.defaults());
        reader.nextTag();
        return binding.createReader(XMLStreamReader.class).read(part, reader);
    }

    private static String write(DataBinding binding, MessagePartInfo part, Object value) throws XMLStreamException {
        if (value instanceof DataHandler) {
            return "<attachment/>"; // its bytes are compared as an object
        }
        StringWriter text = new StringWriter();
        XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(text);
        binding.createWriter(XMLStreamWriter.class).write(value, part, writer);
        writer.flush();
        return "<part>" + text + "</part>";
    }

    /** Creates a wrapper helper like CXF's own interceptors do. */
    private static WrapperHelper helper(
            WrapperCapableDatabinding binding, MessageInfo parameters, MessagePartInfo wrapper, Class<?> type) {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        List<Class<?>> classes = new ArrayList<>();
        for (MessagePartInfo part : parameters.getMessageParts()) {
            if (part.getTypeClass() != null || !isHeader(part)) {
                boolean header = isHeader(part);
                String typeName =
                        part.getTypeQName() == null ? null : part.getTypeQName().getLocalPart();
                set(types, part.getIndex(), header ? null : typeName);
                set(classes, part.getIndex(), header ? null : part.getTypeClass());
                set(names, part.getIndex(), header ? null : part.getName().getLocalPart());
            }
        }
        return binding.createWrapperHelper(type, wrapper.getElementQName(), names, types, classes);
    }

    private static <T> void set(List<T> list, int index, @Nullable T value) {
        if (index >= list.size()) {
            list.addAll(Collections.nCopies(index + 1 - list.size(), null));
        }
        list.set(index, value);
    }
}
