package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Generates random simple types: built-in, derived, named and anonymous. */
final class SimpleTypes {
    private static final List<Construct> ITEMS = List.of(
            Construct.INT,
            Construct.DOUBLE,
            Construct.BOOLEAN,
            Construct.NMTOKEN,
            Construct.DATE,
            Construct.LONG,
            Construct.QNAME,
            Construct.DECIMAL,
            Construct.FLOAT,
            Construct.HEX_BINARY);

    private final Random random;
    private final List<SimpleDef> named = new ArrayList<>();
    private int references;

    SimpleTypes(Random random) {
        this.random = random;
    }

    /** Adds a named type, which {@link #next} may return. */
    void add(SimpleDef type) {
        named.add(type);
    }

    /** Returns a type for an element or attribute. */
    SimpleDef next() {
        int kind = random.nextInt(10);
        if (kind < 6) {
            List<SimpleDef.BuiltIn> all = BuiltIns.usual();
            return all.get(random.nextInt(all.size()));
        }
        return kind < 8 && !named.isEmpty() ? named.get(random.nextInt(named.size())) : derived(null);
    }

    /** Returns a type for which a default or fixed value may be declared. */
    SimpleDef plain() {
        return BuiltIns.of(List.of(Construct.TOKEN, Construct.INT, Construct.BOOLEAN, Construct.DATE)
                .get(random.nextInt(4)));
    }

    /** Returns a derived type. */
    SimpleDef derived(@Nullable QName name) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> restriction(name);
            case 3 -> restrictionOfRestriction(name);
            case 4 -> new SimpleDef.ListOf(name, item());
            case 5 -> restrictedList(name);
            case 6 -> union(name, random.nextBoolean());
            default -> new SimpleDef.ListOf(name, union(null, false));
        };
    }

    /** Returns a restriction of the text of simple content, in place of the base's. */
    SimpleDef.Restriction facets(SimpleDef base, List<String> samples) {
        return restriction(null, base, samples, Construct.RESTRICTION_BY_FACETS, "pattern", "(.|\\n|\\r)*");
    }

    /** Returns the type of the notations that a document declares; a notation must be enumerated. */
    static SimpleDef notation(QName name, List<String> notations) {
        List<SimpleDef.Facet> facets = notations.stream()
                .map(each -> new SimpleDef.Facet("enumeration", each))
                .toList();
        SimpleDef base = new SimpleDef.BuiltIn(Construct.NOTATION, "NOTATION");
        return new SimpleDef.Restriction(name, base, facets, notations, Construct.NOTATION);
    }

    private SimpleDef item() {
        return random.nextInt(4) == 0
                ? enumeration(null, Construct.NMTOKEN, List.of("one", "two", "three"))
                : BuiltIns.of(ITEMS.get(random.nextInt(ITEMS.size())));
    }

    private SimpleDef union(@Nullable QName name, boolean withList) {
        List<SimpleDef> members = new ArrayList<>();
        members.add(BuiltIns.of(random.nextBoolean() ? Construct.INT : Construct.DATE));
        members.add(enumeration(null, Construct.NMTOKEN, List.of("low", "high")));
        if (withList) {
            members.add(new SimpleDef.ListOf(null, BuiltIns.of(Construct.DECIMAL)));
        }
        if (random.nextBoolean()) {
            members.add(BuiltIns.of(Construct.BOOLEAN));
        }
        return new SimpleDef.Union(name, members);
    }

    private SimpleDef restrictedList(@Nullable QName name) {
        SimpleDef list = new SimpleDef.ListOf(null, BuiltIns.of(Construct.INT));
        if (random.nextBoolean()) {
            return restriction(name, list, List.of("1 2 3", "0 -1 +7"), Construct.RESTRICTION_BY_FACETS, "length", "3");
        }
        List<String> values = List.of("1 2", "3", "4 5 6");
        return new SimpleDef.Restriction(name, list, enumerations(values), values, Construct.ENUMERATION_OF_A_LIST);
    }

    private SimpleDef restrictionOfRestriction(@Nullable QName name) {
        SimpleDef.Restriction base = restriction(null);
        for (SimpleDef each : named) {
            if (each instanceof SimpleDef.Restriction restriction
                    && restriction.construct() != Construct.NOTATION
                    && random.nextBoolean()) {
                base = restriction;
            }
        }
        List<SimpleDef.Facet> facets = List.of(new SimpleDef.Facet("pattern", "(.|\\n|\\r)*"));
        return new SimpleDef.Restriction(name, base, facets, base.samples(), Construct.RESTRICTION_OF_A_RESTRICTION);
    }

    private SimpleDef.Restriction restriction(@Nullable QName name) {
        Construct facets = Construct.RESTRICTION_BY_FACETS;
        return switch (random.nextInt(10)) {
            case 0 -> enumeration(name, Construct.STRING, List.of("red", "green", "Blue", "größe", "1st", "two words"));
            case 1 -> enumeration(name, Construct.TOKEN, List.of("a", "b-c", "d.e"));
            case 2 -> enumeration(name, Construct.INT, List.of("1", "20", "-3"));
            case 3 -> enumeration(name, Construct.DECIMAL, List.of("1.50", "0.1"));
            case 4 -> restriction(name, of(Construct.SHORT), List.of("1", "9999", "+5"), facets, "minInclusive", "1");
            case 5 ->
                restriction(name, of(Construct.STRING), List.of("AB-1", "ZZ-99"), facets, "pattern", "[A-Z]{2}-\\d+");
            case 6 -> restriction(name, of(Construct.STRING), List.of("", "abc", "größe"), facets, "maxLength", "5");
            case 7 ->
                restriction(name, of(Construct.DECIMAL), List.of("1.5", "0.25", "-9"), facets, "fractionDigits", "2");
            case 8 -> restriction(name, of(Construct.HEX_BINARY), List.of("00ff", "CAFE"), facets, "length", "2");
            default -> {
                references++;
                String mode = references % 2 == 0 ? "collapse" : "replace";
                List<String> samples = List.of(" a \n b ", "c", "\td");
                yield restriction(name, of(Construct.STRING), samples, Construct.WHITE_SPACE_FACET, "whiteSpace", mode);
            }
        };
    }

    private static SimpleDef.Restriction enumeration(@Nullable QName name, Construct base, List<String> values) {
        boolean number = base == Construct.INT || base == Construct.DECIMAL;
        return new SimpleDef.Restriction(
                name,
                BuiltIns.of(base),
                enumerations(values),
                values,
                number ? Construct.ENUMERATED_NUMBER : Construct.ENUMERATED_STRING);
    }

    private static List<SimpleDef.Facet> enumerations(List<String> values) {
        return values.stream()
                .map(value -> new SimpleDef.Facet("enumeration", value))
                .toList();
    }

    private static SimpleDef.Restriction restriction(
            @Nullable QName name,
            SimpleDef base,
            List<String> samples,
            Construct construct,
            String facet,
            String value) {
        return new SimpleDef.Restriction(name, base, List.of(new SimpleDef.Facet(facet, value)), samples, construct);
    }

    private static SimpleDef of(Construct builtIn) {
        return BuiltIns.of(builtIn);
    }
}
