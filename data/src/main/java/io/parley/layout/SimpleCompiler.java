package io.parley.layout;

import io.parley.schema.BuiltIn;
import io.parley.schema.Schema;
import io.parley.schema.SimpleFacts;
import io.parley.schema.SimpleType;
import io.parley.schema.TypeName;
import io.parley.schema.TypeUse;
import io.parley.schema.WireFormat;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Compiler of simple types. */
final class SimpleCompiler {
    private final Schema schema;
    private final Map<QName, SimpleLayout> named = new HashMap<>();

    SimpleCompiler(Schema schema) {
        this.schema = schema;
    }

    /**
     * Returns the layout of a simple type, with the annotations of the declaration that uses it. Empty if it is not a
     * simple type.
     */
    Optional<SimpleLayout> compile(TypeUse use, WireFormat declared) {
        QName name = name(use);
        if (name != null && declared.equals(WireFormat.USUAL)) {
            SimpleLayout known = named.get(name);
            if (known == null) {
                known = schema.simple(use).map(facts -> layout(name, facts)).orElse(null);
            }
            if (known != null) {
                named.put(name, known);
            }
            return Optional.ofNullable(known);
        }
        return schema.simple(use).map(facts -> layout(name, overridden(facts, declared)));
    }

    private static @Nullable QName name(TypeUse use) {
        if (use instanceof TypeName name) {
            return name.name();
        }
        return use instanceof SimpleType type ? type.name() : null;
    }

    private static SimpleFacts overridden(SimpleFacts facts, WireFormat declared) {
        return new SimpleFacts(
                facts.builtIn(), facts.list(), facts.values(), facts.wire().overriddenBy(declared));
    }

    private static SimpleLayout layout(@Nullable QName name, SimpleFacts facts) {
        WireFormat wire = facts.wire();
        BuiltIn builtIn = facts.builtIn();
        return new SimpleLayout(
                Optional.ofNullable(name),
                builtIn.type(),
                Scalars.of(builtIn),
                facts.list(),
                facts.values(),
                wire.byteOrder() == null ? ByteOrder.LITTLE_ENDIAN : wire.byteOrder(),
                wire.length(),
                encoding(wire.encoding()));
    }

    private static SimpleLayout.TextEncoding encoding(WireFormat.@Nullable Encoding encoding) {
        if (encoding == null) {
            return SimpleLayout.TextEncoding.UTF_8;
        }
        return switch (encoding) {
            case UTF_8 -> SimpleLayout.TextEncoding.UTF_8;
            case LATIN_1 -> SimpleLayout.TextEncoding.LATIN_1;
            case UTF_16 -> SimpleLayout.TextEncoding.UTF_16;
        };
    }
}
