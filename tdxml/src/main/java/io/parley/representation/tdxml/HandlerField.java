package io.parley.representation.tdxml;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Code generator of a compiled handler for one row, or kind of rows, of an element: a field, and the code that reads
 * and writes it.
 */
sealed interface HandlerField {
    void declare(JavaText out);

    default void beforeReading(JavaText out) {}

    /** Prints the cases of the switch over the tags of rows. */
    void read(JavaText out);

    default void afterReading(JavaText out) {}

    /** Prints the writing code, in the canonical order of rows. */
    void write(JavaText out);

    /**
     * Child, or alternative.
     *
     * @param field its name; empty for an alternative
     * @param number of the child
     * @param java class of its value
     * @param isXml true if it is kept as XML
     * @param isScalar true if it has a value only
     * @param nillable true if it may be nil
     * @param whenEmpty default value; null for none
     */
    record One(
            String field,
            int number,
            String java,
            boolean isXml,
            boolean isScalar,
            boolean nillable,
            @Nullable String whenEmpty) {
        /** Returns the expression that reads the child. */
        String reading(String depth) {
            if (isXml) {
                return "in.xml(" + depth + ")";
            }
            if (!isScalar) {
                return java + ".read(in, " + depth + ")";
            }
            if (nillable) {
                return "in.valueOrNil(" + depth + ")";
            }
            return "in.value(" + depth + (whenEmpty == null ? "" : ", " + JavaText.literal(whenEmpty)) + ")";
        }

        /** Returns the statement that writes the child. */
        String writing(String value) {
            if (isXml) {
                return "out.xml(" + value + ")";
            }
            return isScalar ? "out.text(" + value + ")" : value + ".write(out)";
        }
    }

    /** Attribute, or all other attributes as XML. */
    record OfAttribute(
            String field,
            int number,
            boolean others,
            @Nullable String whenAbsent) implements HandlerField {
        @Override
        public void declare(JavaText out) {
            out.line("public String " + field + ";");
        }

        @Override
        public void read(JavaText out) {
            out.open("case " + (TableInput.FIRST_ATTRIBUTE - number) + " ->");
            out.line("in.expectNone(element." + field + ");");
            out.line("element." + field + (others ? " = in.attributeXml();" : " = in.attribute();"))
                    .close();
        }

        @Override
        public void afterReading(JavaText out) {
            if (whenAbsent != null) {
                out.open("if (element." + field + " == null)");
                out.line("element." + field + " = " + JavaText.literal(whenAbsent) + ";")
                        .close();
            }
        }

        @Override
        public void write(JavaText out) {
            out.open("if (" + field + " != null)");
            out.line("out.attribute" + (others ? "Xml(" : "(") + number + ", " + field + ");")
                    .close();
        }
    }

    /**
     * Own row of the element.
     *
     * @param field name of the text's field; null if the element has no text
     */
    record Own(@Nullable String field) implements HandlerField {
        @Override
        public void declare(JavaText out) {
            if (field != null) {
                out.line("public String " + field + ";");
            }
            out.line("/** True if the element is nil; it may have attributes nevertheless. */");
            out.line("public boolean isNil;");
            out.line(
                    "/** The whole element as XML, if its schema does not describe it; then nothing else is there. */");
            out.line("public String wholeXml;");
        }

        @Override
        public void beforeReading(JavaText out) {
            out.line("boolean own = false;");
        }

        @Override
        public void read(JavaText out) {
            out.open("case " + TableInput.OWN + " ->");
            out.line("in.expectNone(own);").line("own = true;");
            out.open("if (in.isXml())").line("element.wholeXml = in.xml();").close();
            out.open("else if (in.skipNil())").line("element.isNil = true;").close();
            out.open("else")
                    .line(field == null ? "in.present();" : "element." + field + " = in.text();")
                    .close();
            out.close();
        }

        @Override
        public void afterReading(JavaText out) {
            out.open("if (children > 0 && (element.isNil || element.wholeXml != null))");
            out.line("throw in.unexpected(\"no row below an element without children\");")
                    .close();
        }

        @Override
        public void write(JavaText out) {
            out.open("if (isNil)").line("out.nil();").line("return;").close();
            if (field != null) {
                out.open("if (" + field + " != null)")
                        .line("out.text(" + field + ");")
                        .close();
            }
        }
    }

    /** Child, or all occurrences of a repeating one. */
    record OfChild(One child, boolean repeats) implements HandlerField {
        @Override
        public void declare(JavaText out) {
            if (repeats) {
                out.line("public List<" + child.java() + "> " + child.field() + " = new ArrayList<>();");
                return;
            }
            out.line("public " + child.java() + " " + child.field() + ";");
            if (hasNil()) {
                out.line("public boolean " + child.field() + "IsNil;");
            }
        }

        /** Returns the condition under which the child is present. */
        String isThere() {
            return "element." + child.field() + " != null" + (hasNil() ? " || element." + child.field() + "IsNil" : "");
        }

        private boolean hasNil() {
            return child.nillable() && child.isScalar();
        }

        @Override
        public void beforeReading(JavaText out) {
            if (repeats) {
                out.line("Occurrences<" + child.java() + "> all" + child.number() + " = in.occurrences();");
            }
        }

        @Override
        public void read(JavaText out) {
            out.open("case " + child.number() + " ->");
            if (repeats) {
                out.line("int occurrence = in.occurrence(depth);");
                String item = child.reading("in.enterOccurrence(depth)");
                out.line("all" + child.number() + ".add(occurrence, " + item + ");");
            } else {
                out.line("in.expectNone(element." + child.field() + ");");
                if (hasNil()) {
                    out.line("in.expectNone(element." + child.field() + "IsNil);");
                }
                out.line("element." + child.field() + " = " + child.reading("in.enter(depth)") + ";");
                if (hasNil()) {
                    out.line("element." + child.field() + "IsNil = element." + child.field() + " == null;");
                }
            }
            out.close();
        }

        @Override
        public void afterReading(JavaText out) {
            if (repeats) {
                out.line("element." + child.field() + " = all" + child.number() + ".dense();");
            }
        }

        @Override
        public void write(JavaText out) {
            if (repeats) {
                writeAll(out);
                return;
            }
            out.open("if (" + child.field() + " != null" + (hasNil() ? " || " + child.field() + "IsNil" : "") + ")");
            out.line("int mark = out.enter(" + child.number() + ");");
            writeOne(child.field(), out);
            out.line("out.leave(mark);").close();
        }

        private void writeAll(JavaText out) {
            out.open("for (int i = 0; i < " + child.field() + ".size(); i++)");
            out.line("int mark = out.enter(" + child.number() + ", i);");
            writeOne(child.field() + ".get(i)", out);
            out.line("out.leave(mark);").close();
        }

        private void writeOne(String value, JavaText out) {
            if (hasNil()) {
                out.open("if (" + value + " == null)").line("out.nil();").close();
                out.open("else").line(child.writing(value) + ";").close();
            } else {
                out.line(child.writing(value) + ";");
            }
        }
    }

    /** Alternatives of which one may be present; each is a field of its own. */
    record Exclusive(List<OfChild> alternatives) implements HandlerField {
        @Override
        public void declare(JavaText out) {}

        @Override
        public void read(JavaText out) {}

        @Override
        public void afterReading(JavaText out) {
            String all = alternatives.stream().map(OfChild::isThere).collect(Collectors.joining(", "));
            out.line("in.expectOne(" + all + ");");
        }

        @Override
        public void write(JavaText out) {}
    }

    /** Alternatives that share one count. */
    record OfGroup(String field, List<One> members) implements HandlerField {
        @Override
        public void declare(JavaText out) {
            out.line("public List<Item> " + field + " = new ArrayList<>();");
        }

        @Override
        public void beforeReading(JavaText out) {
            out.line("Occurrences<Item> of" + JavaText.upper(field) + " = in.occurrences();");
        }

        @Override
        public void read(JavaText out) {
            for (One member : members) {
                out.open("case " + member.number() + " ->");
                out.line("int occurrence = in.occurrence(depth);");
                String item = "new Item(" + member.number() + ", " + member.reading("in.enterOccurrence(depth)") + ")";
                out.line("of" + JavaText.upper(field) + ".add(occurrence, " + item + ");")
                        .close();
            }
        }

        @Override
        public void afterReading(JavaText out) {
            out.line("element." + field + " = of" + JavaText.upper(field) + ".dense();");
        }

        @Override
        public void write(JavaText out) {
            out.open("for (int i = 0; i < " + field + ".size(); i++)");
            out.line("Item item = " + field + ".get(i);");
            out.line("int mark = out.enter(item.number(), i);");
            out.open("if (item.value() == null)").line("out.nil();").close();
            out.open("else");
            out.open("switch (item.number())");
            for (One member : members) {
                String value = "((" + member.java() + ") item.value())";
                out.line("case " + member.number() + " -> " + member.writing(value) + ";");
            }
            out.line(
                    "default -> throw new IllegalArgumentException(\"no alternative has the number \" + item.number());");
            out.close().close();
            out.line("out.leave(mark);").close();
        }
    }
}
