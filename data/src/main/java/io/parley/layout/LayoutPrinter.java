package io.parley.layout;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * Printer of layouts as indented trees for people. Each type is expanded at its first occurrence. Occurrence is marked
 * {@code ?} (optional), {@code *} or {@code +} (repeated). Content that is carried as infoset is printed with the
 * reason. A legend explains the prefixes.
 */
public final class LayoutPrinter {
    private static final String OWN_PREFIX = "n";

    private final StringBuilder text = new StringBuilder();
    private final Set<ComplexLayout> shown = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Runnable> pending = new ArrayList<>();
    private final Map<String, String> prefixes = new LinkedHashMap<>();

    private LayoutPrinter() {
        prefixes.put("", "");
        prefixes.put(XMLConstants.W3C_XML_SCHEMA_NS_URI, "xs:");
        prefixes.put(XMLConstants.XML_NS_URI, "xml:");
    }

    /** Returns the tree of one element or message part. */
    public static String print(Slot.Element element) {
        LayoutPrinter printer = new LayoutPrinter();
        printer.element(element, "", "");
        printer.finish();
        return printer.withLegend();
    }

    /** Returns the trees of all global elements, ordered by name. */
    public static String print(Layout layout) {
        LayoutPrinter printer = new LayoutPrinter();
        layout.elements().stream()
                .sorted((a, b) -> CanonicalOrder.NAMES.compare(a.name(), b.name()))
                .forEach(element -> {
                    printer.element(element, "", "");
                    printer.finish();
                });
        return printer.withLegend();
    }

    private String withLegend() {
        StringBuilder legend = new StringBuilder();
        prefixes.forEach((namespace, prefix) -> {
            if (prefix.startsWith(OWN_PREFIX)) {
                legend.append(prefix).append(' ').append(namespace).append('\n');
            }
        });
        return legend.append(text).toString();
    }

    /** Prints the types that may be substituted by {@code xsi:type}, after the tree that refers to them. */
    private void finish() {
        for (int i = 0; i < pending.size(); i++) {
            pending.get(i).run();
        }
        pending.clear();
    }

    private void element(Slot.Element element, String occurs, String indent) {
        text.append(indent).append(label(element.name())).append(occurs);
        text.append(element.nillable() ? " nillable" : "").append(": ");
        if (element.type() instanceof SimpleLayout simple) {
            text.append(describe(simple)).append('\n');
        } else if (element.type() instanceof ComplexLayout complex) {
            complex(complex, indent + "  ");
        }
    }

    private void complex(ComplexLayout type, String indent) {
        text.append(type.name().map(this::label).orElse("(anonymous)"));
        text.append(type.isAbstract() ? " abstract" : "");
        if (!shown.add(type)) {
            text.append(" (see above)\n");
            return;
        }
        if (type.content() instanceof ComplexLayout.Content.Infoset infoset) {
            text.append(" infoset: ").append(infoset.reason());
        }
        text.append('\n');
        body(type, indent);
    }

    private void body(ComplexLayout type, String indent) {
        for (AttributeSlot attribute : type.attributes()) {
            text.append(indent).append('@').append(label(attribute.name())).append(": ");
            text.append(describe(attribute.type())).append('\n');
        }
        if (type.anyAttribute()) {
            text.append(indent).append("@any\n");
        }
        if (type.content() instanceof ComplexLayout.Content.Text simple) {
            text.append(indent).append("text: ").append(describe(simple.type())).append('\n');
        } else if (type.content() instanceof ComplexLayout.Content.Elements elements) {
            elements.slots().forEach(slot -> slot(slot, indent));
        }
        substitutes(type, indent);
    }

    private void substitutes(ComplexLayout type, String indent) {
        List<String> names = new ArrayList<>();
        for (TypeLayout substitute : type.substitutes()) {
            if (substitute instanceof ComplexLayout complex) {
                names.add(complex.name().map(this::label).orElse("(anonymous)"));
                pending.add(() -> {
                    if (!shown.contains(complex)) {
                        text.append("type ");
                        complex(complex, "  ");
                    }
                });
            }
        }
        if (!names.isEmpty()) {
            text.append(indent)
                    .append("xsi:type: ")
                    .append(String.join(", ", names))
                    .append('\n');
        }
    }

    private void slot(Slot slot, String indent) {
        String occurs = slot.repeats() ? (slot.required() ? "+" : "*") : (slot.required() ? "" : "?");
        if (slot.alternatives().size() == 1) {
            alternative(slot.alternatives().get(0), occurs, indent);
            return;
        }
        text.append(indent).append("one of").append(occurs).append('\n');
        slot.alternatives().forEach(alternative -> alternative(alternative, "", indent + "  "));
    }

    private void alternative(Slot.Alternative alternative, String occurs, String indent) {
        if (alternative instanceof Slot.Element element) {
            element(element, occurs, indent);
        } else {
            text.append(indent).append("any").append(occurs).append(": infoset: wildcard\n");
        }
    }

    private static String describe(SimpleLayout type) {
        String builtIn = type.builtIn().getLocalPart();
        boolean nameSaysList = builtIn.equals("NMTOKENS") || builtIn.equals("IDREFS") || builtIn.equals("ENTITIES");
        StringBuilder line = new StringBuilder(type.list() && !nameSaysList ? "list of " : "");
        line.append(builtIn);
        if (type.order() == ByteOrder.BIG_ENDIAN) {
            line.append(" big-endian");
        }
        if (type.fixedBytes() > 0) {
            line.append(" of ").append(type.fixedBytes()).append(" bytes");
        }
        if (type.encoding() != SimpleLayout.TextEncoding.UTF_8) {
            line.append(" in ").append(type.encoding());
        }
        if (!type.values().isEmpty()) {
            line.append(" enum ").append(type.values());
        }
        return line.toString();
    }

    private String label(QName name) {
        String prefix =
                prefixes.computeIfAbsent(name.getNamespaceURI(), namespace -> OWN_PREFIX + (prefixes.size() - 2) + ":");
        return prefix + name.getLocalPart();
    }
}
