package io.parley.cxf.model;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import io.parley.layout.Slot;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles the parts of one endpoint: its schemas to layouts, its classes to bindings. Any failure becomes the reason
 * why a part is sent as infoset, because an endpoint that works over SOAP must not fail for this.
 */
final class PartCompiler {
    private static final Logger LOG = LoggerFactory.getLogger(PartCompiler.class);

    private final String obstacle;
    private final @Nullable CompiledContract compiled;

    private PartCompiler(String obstacle, @Nullable CompiledContract compiled) {
        this.obstacle = obstacle;
        this.compiled = compiled;
    }

    static PartCompiler of(Endpoint endpoint, Limits limits, Accessors accessors) {
        DataBinding binding = endpoint.getService().getDataBinding();
        String obstacle = Obstacles.of(binding);
        if (!obstacle.isEmpty()) {
            return new PartCompiler(obstacle, null);
        }
        try {
            JAXBDataBinding jaxb = (JAXBDataBinding) binding;
            if (ContextNamespace.of(jaxb.getContext(), jaxb.getContextClasses()).isEmpty()) {
                return new PartCompiler(hiddenNamespace(jaxb.getContext()), null);
            }
            List<SchemaDocument> documents =
                    ServiceSchemas.of(endpoint.getEndpointInfo().getService());
            return new PartCompiler(
                    "", CompiledContract.of(jaxb.getContext(), jaxb.getContextClasses(), documents, limits, accessors));
        } catch (ParleyException e) {
            return new PartCompiler("its schema cannot be used: " + e.getMessage(), null);
        } catch (RuntimeException e) {
            LOG.warn(
                    "Failed to compile the data of {}",
                    endpoint.getEndpointInfo().getName(),
                    e);
            return new PartCompiler("compiling failed, see the log: " + e, null);
        }
    }

    private static String hiddenNamespace(JAXBContext context) {
        return "its JAXB context, of " + context.getClass().getName()
                + ", does not tell the namespace that it gives to classes whose package says none";
    }

    /** Returns the schema documents that layouts are compiled from; none if there is no usable schema. */
    List<SchemaDocument> schemas() {
        return compiled == null ? List.of() : compiled.schema().print();
    }

    Part compile(BodyPart part) {
        MessagePartInfo info = part.info();
        String why = obstacle.isEmpty() ? Obstacles.of(part) : obstacle;
        if (compiled == null || !why.isEmpty()) {
            return Part.infoset(part.key(), name(info), why);
        }
        try {
            return compile(part, compiled);
        } catch (RuntimeException e) {
            LOG.warn("Failed to compile the part {}", part.key(), e);
            return Part.infoset(part.key(), name(info), "compiling failed, see the log: " + e);
        }
    }

    private static Part compile(BodyPart part, CompiledContract with) {
        MessagePartInfo info = part.info();
        QName named = info.isElement() ? info.getElementQName() : info.getTypeQName();
        Optional<Slot.Element> layout =
                info.isElement() ? with.layout().element(named) : with.layout().part(info.getConcreteName(), named);
        return layout.map(element -> with.part(part.key(), element, ParameterType.of(info)))
                .orElseGet(() -> Part.infoset(
                        part.key(), info.getConcreteName(), with.schema().whyMissing(named)));
    }

    /** Returns the name of a part. CXF leaves a part without an element name if it cannot handle it. */
    private static QName name(MessagePartInfo part) {
        return part.getConcreteName() == null ? part.getName() : part.getConcreteName();
    }
}
