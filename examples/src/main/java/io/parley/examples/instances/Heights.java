package io.parley.examples.instances;

import java.util.List;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSequence;

/** Computes the minimum nesting depth of elements that a schema requires, up to a small maximum. */
final class Heights {
    private static final int MAX_DEPTH = 4;

    private final SchemaView schemas;

    Heights(SchemaView schemas) {
        this.schemas = schemas;
    }

    int of(XmlSchemaParticle particle) {
        return of(particle, MAX_DEPTH);
    }

    private int of(XmlSchemaParticle particle, int fuel) {
        if (particle.getMinOccurs() == 0 || fuel == 0) {
            return 0;
        }
        if (particle instanceof XmlSchemaElement element) {
            XmlSchemaElement declared = element.isRef() ? element.getRef().getTarget() : element;
            return declared != null && schemas.type(declared) instanceof XmlSchemaComplexType complex
                    ? 1 + highest(schemas.particles(complex), fuel - 1)
                    : 1;
        }
        if (particle instanceof XmlSchemaSequence sequence) {
            return highest(sequence.getItems(), fuel);
        }
        if (particle instanceof XmlSchemaAll all) {
            return highest(all.getItems(), fuel);
        }
        if (particle instanceof XmlSchemaChoice choice) {
            return choice.getItems().stream()
                    .mapToInt(item -> of((XmlSchemaParticle) item, fuel))
                    .min()
                    .orElse(0);
        }
        return particle instanceof XmlSchemaGroupRef reference ? of(schemas.group(reference), fuel) : 1;
    }

    private int highest(List<?> particles, int fuel) {
        return particles.stream()
                .mapToInt(item -> of((XmlSchemaParticle) item, fuel))
                .max()
                .orElse(0);
    }
}
