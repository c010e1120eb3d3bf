package io.parley.cli;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sniff;
import io.parley.representation.bnux.Bnux;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The forms of files, by name. */
final class FileForms {
    /** Names in the order in which they are tried on a file's first bytes. */
    static final List<String> NAMES = List.of("xml", "bnux", "tdxml", "fastinfoset", "exi", "exi-schema", "hhfr");

    /** Number of bytes from the start of a file that identify its form, if any do. */
    static final int FIRST_BYTES = 16;

    private static final String TABLE = "<TDXML:Env";

    private final Representations known = Representations.load(FileForms.class.getClassLoader());
    private final int level;
    private final @Nullable FileSchema schema;

    /**
     * Creates the forms.
     *
     * @param level of compression, for forms that have levels
     * @param schema of the option {@code --schema}, or null
     */
    FileForms(int level, @Nullable FileSchema schema) {
        this.level = level;
        this.schema = schema;
    }

    FileForm named(String name) {
        return switch (name) {
            case "bnux" -> new InfosetForm(Bnux.forDocuments(level), Parts.none());
            case "tdxml" -> new TableForm(schema);
            case "exi-schema" ->
                new InfosetForm(known.get(name), require(schema, name).parts());
            case "hhfr" -> {
                FileSchema agreed = require(schema, name);
                yield new TypedForm(known.get(name), agreed, agreed.parts());
            }
            default -> new InfosetForm(known.get(name), Parts.none());
        };
    }

    /** Returns the representation of XML. */
    Representation xml() {
        return known.get("xml");
    }

    /** Returns the name of the form by a file's first bytes, or else by its name; empty if neither identifies it. */
    Optional<String> recognize(byte[] start, String fileName) {
        ByteBuf bytes = Unpooled.wrappedBuffer(start);
        for (String name : NAMES) {
            if (known.find(name).filter(form -> form.sniff(bytes) == Sniff.YES).isPresent()) {
                return Optional.of(name);
            }
        }
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.startsWith(TABLE)) {
            return Optional.of("tdxml");
        }
        Optional<String> ending = ending(fileName);
        return ending.isPresent() || !isText(text) ? ending : Optional.of("xml");
    }

    /** Returns the form of a file by the ending of its name. */
    static Optional<String> ending(String fileName) {
        return NAMES.stream().filter(name -> fileName.endsWith("." + name)).findFirst();
    }

    static FileSchema require(@Nullable FileSchema schema, String name) {
        if (schema == null) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_INVALID, "expected the schema of " + name + ", found none; name it by --schema");
        }
        return schema;
    }

    private static boolean isText(String start) {
        String text = start.startsWith("\u00EF\u00BB\u00BF") ? start.substring(3) : start;
        return text.stripLeading().startsWith("<")
                || start.startsWith("\u00FE\u00FF")
                || start.startsWith("\u00FF\u00FE");
    }
}
