package io.parley.layout;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import javax.xml.namespace.QName;

/**
 * The plan of one message part as text that is the same wherever the plan is the same. It holds everything that changes
 * bytes on the wire or what they mean, over all types that can be reached, and nothing else: not the names of types
 * that cannot stand in for others, not whether something is required or may be nil, not what an empty element means, not
 * which values an enumeration allows, not where it was declared. Two sides whose fingerprints are equal read each other's bytes.
 */
public final class CanonicalText {
    private final StringBuilder text = new StringBuilder("parley layout 2\n");
    private final IdentityHashMap<ComplexLayout, Integer> numbers = new IdentityHashMap<>();
    private final Deque<ComplexLayout> open = new ArrayDeque<>();

    private CanonicalText() {}

    /** The canonical text of a part. */
    public static String of(Slot.Element part) {
        CanonicalText canonical = new CanonicalText();
        canonical.element(part);
        while (!canonical.open.isEmpty()) {
            canonical.type(canonical.open.remove());
        }
        return canonical.text.toString();
    }

    /** SHA-256 of the canonical text's UTF-8 bytes, in lower-case hex. */
    public static String fingerprint(Slot.Element part) {
        try {
            byte[] bytes = of(part).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private void type(ComplexLayout type) {
        text.append("type ").append(numbers.get(type)).append('\n');
        for (AttributeSlot attribute : type.attributes()) {
            text.append(" attribute ");
            name(attribute.name());
            simple(attribute.type());
            text.append('\n');
        }
        if (type.anyAttribute()) {
            text.append(" any attribute\n");
        }
        content(type.content());
        for (TypeLayout substitute : type.substitutes()) {
            text.append(" substitute");
            if (substitute instanceof ComplexLayout complex) {
                complex.name().ifPresent(name -> {
                    text.append(' ');
                    name(name);
                });
            }
            reference(substitute);
            text.append('\n');
        }
    }

    private void content(ComplexLayout.Content content) {
        if (content instanceof ComplexLayout.Content.Text simple) {
            text.append(" text");
            simple(simple.type());
            text.append('\n');
        } else if (content instanceof ComplexLayout.Content.Elements elements) {
            elements.slots().stream().sorted(Slot.WIRE_ORDER).forEach(this::slot);
        } else {
            text.append(content instanceof ComplexLayout.Content.Infoset ? " infoset\n" : " empty\n");
        }
    }

    private void slot(Slot slot) {
        text.append(slot.repeats() ? " slots\n" : " slot\n");
        for (Slot.Alternative alternative : slot.alternatives()) {
            text.append("  ");
            if (alternative instanceof Slot.Element element) {
                element(element);
            } else {
                text.append("any\n");
            }
        }
    }

    private void element(Slot.Element element) {
        text.append("element ");
        name(element.name());
        reference(element.type());
        text.append('\n');
    }

    private void reference(TypeLayout type) {
        if (type instanceof SimpleLayout simple) {
            simple(simple);
        } else if (type instanceof ComplexLayout complex) {
            Integer number = numbers.get(complex);
            if (number == null) {
                number = numbers.size();
                numbers.put(complex, number);
                open.add(complex);
            }
            text.append(" type ").append(number);
        }
    }

    private void simple(SimpleLayout type) {
        text.append(type.list() ? " list " : " ").append(type.scalar().name());
        if (type.scalar() == Scalar.CALENDAR) {
            text.append(' ').append(type.builtIn().getLocalPart());
        }
        if (type.order() == ByteOrder.BIG_ENDIAN && type.scalar().fixedBytes() > 1) {
            text.append(" big");
        }
        if (type.fixedBytes() > 0) {
            text.append(" bytes ").append(type.fixedBytes());
        }
        if (type.encoding() != SimpleLayout.TextEncoding.UTF_8) {
            text.append(' ').append(type.encoding().name());
        }
    }

    private void name(QName name) {
        text.append('{');
        escaped(name.getNamespaceURI());
        text.append('}').append(name.getLocalPart());
    }

    /** Nothing in a namespace may look like the text around it. */
    private void escaped(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == '\\' || c == '{' || c == '}') {
                text.append('\\').append((int) c).append(';');
            } else {
                text.append(c);
            }
        }
    }
}
