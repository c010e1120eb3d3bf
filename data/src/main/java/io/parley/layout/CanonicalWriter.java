package io.parley.layout;

import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** Writer of the canonical text of one type, or of a part's element. Used once. */
final class CanonicalWriter {
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    private final List<Integer> ends = new ArrayList<>();
    private final List<ComplexLayout> types = new ArrayList<>();

    private CanonicalWriter() {}

    /** Returns the text that follows the line with a type's own number. */
    static CanonicalPieces of(ComplexLayout type) {
        CanonicalWriter writer = new CanonicalWriter();
        writer.type(type);
        return writer.result();
    }

    /** Returns the line of a part's element. */
    static CanonicalPieces of(Slot.Element part) {
        CanonicalWriter writer = new CanonicalWriter();
        writer.element(part);
        return writer.result();
    }

    private CanonicalPieces result() {
        endPiece();
        return new CanonicalPieces(pieces.toByteArray(), ends, types);
    }

    private void endPiece() {
        pieces.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }

    private void type(ComplexLayout type) {
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
            text.append(" type ");
            endPiece();
            ends.add(pieces.size());
            types.add(complex);
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

    /** Appends a value with escapes, so that no namespace can be confused with the surrounding text. */
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
