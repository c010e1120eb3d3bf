package io.parley.cli;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** The schema of the option {@code --schema}, with the layout for files that are encoded by it. */
final class FileSchema {
    private final Schema schema;
    private final Layout layout;

    private FileSchema(Schema schema, Limits limits) {
        this.schema = schema;
        this.layout = Layout.compile(schema, limits);
    }

    /** Reads a schema from files, which refer to each other by their names. */
    static FileSchema read(List<Path> files, Limits limits) throws IOException {
        List<SchemaDocument> documents = new ArrayList<>();
        for (Path file : files) {
            documents.add(new SchemaDocument(String.valueOf(file.getFileName()), Files.readString(file)));
        }
        return new FileSchema(Schema.derive(documents, limits), limits);
    }

    /** Returns the plan of a document's root element. */
    Slot.Element root(QName name) {
        return layout.element(name)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION,
                        "expected a root element that the schema declares, found " + name + ": "
                                + schema.whyMissing(name) + problems() + "; name its schema by --schema"));
    }

    /** Returns the first problem of the documents, since of those with problems some declarations are not known. */
    private String problems() {
        return schema.problems().stream()
                .findFirst()
                .map(problem -> ", " + problem)
                .orElse("");
    }

    /** Returns all global elements as parts, to which the numbers in a file refer. */
    Parts parts() {
        RecordBindings bindings = new RecordBindings();
        List<Part> parts = new ArrayList<>();
        for (Slot.Element element : layout.elements()) {
            parts.add(Part.typed(key(element.name()), element, bindings.bind(element), ""));
        }
        return Parts.of(parts);
    }

    /** Returns the number of an element's part. */
    static int number(Parts parts, Slot.Element element) {
        return parts.indexOf(key(element.name()));
    }

    private static PartKey key(QName element) {
        return new PartKey(element, PartKey.Direction.IN, 0);
    }
}
