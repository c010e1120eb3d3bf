package io.parley.examples.instances;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaEnumerationFacet;
import org.apache.ws.commons.schema.XmlSchemaFacet;
import org.apache.ws.commons.schema.XmlSchemaFractionDigitsFacet;
import org.apache.ws.commons.schema.XmlSchemaLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxExclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxInclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaMinExclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMinInclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMinLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaPatternFacet;
import org.apache.ws.commons.schema.XmlSchemaTotalDigitsFacet;
import org.apache.ws.commons.schema.XmlSchemaWhiteSpaceFacet;

/**
 * Facets of a simple type. Bounds are strings as in the schema, empty if there are none.
 *
 * @param patterns alternatives of the last restriction that has patterns
 * @param space treatment of white space; empty if not specified
 */
record Facets(
        List<String> enumerations,
        List<String> patterns,
        int minLength,
        int maxLength,
        Bound low,
        Bound high,
        int totalDigits,
        int fractionDigits,
        String space) {
    static final int UNBOUNDED = Integer.MAX_VALUE;
    static final Facets NONE =
            new Facets(List.of(), List.of(), 0, UNBOUNDED, Bound.NONE, Bound.NONE, UNBOUNDED, UNBOUNDED, "");

    /** Lower or upper bound of values. */
    record Bound(String value, boolean inclusive) {
        static final Bound NONE = new Bound("", true);

        boolean isSet() {
            return !value.isEmpty();
        }
    }

    boolean hasLength() {
        return minLength > 0 || maxLength < UNBOUNDED;
    }

    Facets withLength(int min, int max) {
        return new Facets(enumerations, patterns, min, max, low, high, totalDigits, fractionDigits, space);
    }

    private Facets withLow(String value, boolean inclusive) {
        return new Facets(
                enumerations,
                patterns,
                minLength,
                maxLength,
                new Bound(value, inclusive),
                high,
                totalDigits,
                fractionDigits,
                space);
    }

    private Facets withHigh(String value, boolean inclusive) {
        return new Facets(
                enumerations,
                patterns,
                minLength,
                maxLength,
                low,
                new Bound(value, inclusive),
                totalDigits,
                fractionDigits,
                space);
    }

    private Facets withDigits(int total, int fraction) {
        return new Facets(enumerations, patterns, minLength, maxLength, low, high, total, fraction, space);
    }

    private Facets withTexts(List<String> otherEnumerations, List<String> otherPatterns, String otherSpace) {
        return new Facets(
                otherEnumerations.isEmpty() ? enumerations : List.copyOf(otherEnumerations),
                otherPatterns.isEmpty() ? patterns : List.copyOf(otherPatterns),
                minLength,
                maxLength,
                low,
                high,
                totalDigits,
                fractionDigits,
                otherSpace);
    }

    /** Returns facets with expanded names as enumerations, resolved by the given prefixes. */
    Facets withNames(NamespaceContext prefixes) {
        return withTexts(
                enumerations.stream()
                        .map(text -> {
                            int colon = text.indexOf(':');
                            String prefix = colon < 0 ? "" : text.substring(0, colon);
                            String namespace = prefixes.getNamespaceURI(prefix);
                            return new QName(namespace == null ? "" : namespace, text.substring(colon + 1)).toString();
                        })
                        .toList(),
                List.of(),
                space);
    }

    /** Returns these facets, restricted further. */
    Facets restricted(List<XmlSchemaFacet> more) {
        Facets facets = this;
        List<String> values = new ArrayList<>();
        List<String> expressions = new ArrayList<>();
        String treated = space;
        for (XmlSchemaFacet facet : more) {
            String value = String.valueOf(facet.getValue()).strip();
            if (facet instanceof XmlSchemaEnumerationFacet) {
                values.add(String.valueOf(facet.getValue()));
            } else if (facet instanceof XmlSchemaPatternFacet) {
                expressions.add(String.valueOf(facet.getValue()));
            } else if (facet instanceof XmlSchemaWhiteSpaceFacet) {
                treated = value;
            } else {
                facets = facets.restricted(facet, value);
            }
        }
        return facets.withTexts(values, expressions, treated);
    }

    private Facets restricted(XmlSchemaFacet facet, String value) {
        if (facet instanceof XmlSchemaLengthFacet) {
            return withLength(number(value), number(value));
        } else if (facet instanceof XmlSchemaMinLengthFacet) {
            return withLength(number(value), maxLength);
        } else if (facet instanceof XmlSchemaMaxLengthFacet) {
            return withLength(minLength, number(value));
        } else if (facet instanceof XmlSchemaTotalDigitsFacet) {
            return withDigits(number(value), fractionDigits);
        } else if (facet instanceof XmlSchemaFractionDigitsFacet) {
            return withDigits(totalDigits, number(value));
        } else if (facet instanceof XmlSchemaMinInclusiveFacet) {
            return withLow(value, true);
        } else if (facet instanceof XmlSchemaMinExclusiveFacet) {
            return withLow(value, false);
        } else if (facet instanceof XmlSchemaMaxInclusiveFacet) {
            return withHigh(value, true);
        }
        return facet instanceof XmlSchemaMaxExclusiveFacet ? withHigh(value, false) : this;
    }

    private static int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return UNBOUNDED;
        }
    }
}
