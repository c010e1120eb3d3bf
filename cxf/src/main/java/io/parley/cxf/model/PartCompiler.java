package io.parley.cxf.model;

import io.parley.Limits;
import io.parley.binding.Part;
import org.apache.cxf.endpoint.Endpoint;

/** Compiles the parts of one endpoint: schema to layout, classes to bindings. */
final class PartCompiler {
    private final String obstacle;

    private PartCompiler(String obstacle) {
        this.obstacle = obstacle;
    }

    static PartCompiler of(Endpoint endpoint, Limits limits) {
        return new PartCompiler(Obstacles.of(endpoint.getService().getDataBinding()));
    }

    Part compile(BodyPart part) {
        String why = obstacle.isEmpty() ? Obstacles.of(part.info()) : obstacle;
        return Part.infoset(part.key(), part.info().getConcreteName(), why.isEmpty() ? "no binding for it yet" : why);
    }
}
