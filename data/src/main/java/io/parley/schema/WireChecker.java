package io.parley.schema;

/** Checks that annotations fit the types of their declarations. */
final class WireChecker {
    private final Schema schema;
    private final Components components;
    private final Problems problems;

    WireChecker(Schema schema, Components components, Problems problems) {
        this.schema = schema;
        this.components = components;
        this.problems = problems;
    }

    void check(WireFormat wire, TypeUse use, Object declaration) {
        if (wire.equals(WireFormat.USUAL)) {
            return;
        }
        SimpleFacts facts = schema.simple(use).orElse(null);
        Place place = components.place(declaration);
        if (facts == null) {
            problems.add(place, "expected annotations on a simple type only");
            return;
        }
        String found = ", found it on " + (facts.list() ? "a list of " : "")
                + facts.builtIn().type().getLocalPart();
        if (wire.byteOrder() != null && !facts.builtIn().isNumber()) {
            problems.add(place, "expected byteOrder on numbers of two or more bytes" + found);
        }
        if (wire.encoding() != null && !facts.builtIn().isText()) {
            problems.add(place, "expected encoding on text" + found);
        }
        if (wire.length() > 0) {
            checkLength(wire, facts, place, found);
        }
    }

    private void checkLength(WireFormat wire, SimpleFacts facts, Place place, String found) {
        if (facts.list() || !(facts.builtIn().isText() || facts.builtIn().isBinary())) {
            problems.add(place, "expected length on one text or binary" + found);
        } else if (facts.wire().overriddenBy(wire).encoding() == WireFormat.Encoding.UTF_16 && wire.length() % 2 != 0) {
            problems.add(place, "expected an even length for UTF-16, found " + wire.length());
        }
    }
}
