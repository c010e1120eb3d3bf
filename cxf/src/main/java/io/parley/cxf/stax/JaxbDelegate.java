package io.parley.cxf.stax;

import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.xml.validation.Schema;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the typed data reader and writer: passes CXF's settings on to JAXB's, and detects those that only JAXB
 * supports.
 */
abstract class JaxbDelegate {
    private final Consumer<@Nullable Schema> schemas;
    private final Consumer<Collection<Attachment>> attachments;
    private final BiConsumer<String, Object> properties;
    private @Nullable Schema schema;
    private @Nullable Message message;
    private boolean jaxbOnly;

    JaxbDelegate(
            Consumer<@Nullable Schema> schemas,
            Consumer<Collection<Attachment>> attachments,
            BiConsumer<String, Object> properties) {
        this.schemas = schemas;
        this.attachments = attachments;
        this.properties = properties;
    }

    /**
     * Returns what passes attachments to a reader, unless there are none. With a list, even an empty one, JAXB reads
     * each element {@code xop:Include} as a reference to an attachment; a SOAP message without attachments has no list.
     */
    static Consumer<Collection<Attachment>> unlessNone(DataReader<?> reader) {
        return all -> {
            if (all != null && !all.isEmpty()) {
                reader.setAttachments(all);
            }
        };
    }

    /** Returns whether the message is validated. */
    final boolean isValidated() {
        return schema != null;
    }

    /** Returns whether every part of the message must be handled by JAXB. */
    final boolean isJaxbOnly() {
        return jaxbOnly;
    }

    /** Copies the settings to another writer. */
    final void copyTo(DataWriter<?> other) {
        Message current = message;
        if (current != null) {
            other.setProperty(DataWriter.ENDPOINT, current.getExchange().getEndpoint());
            other.setProperty(Message.class.getName(), current);
        }
        other.setSchema(schema);
    }

    public final void setSchema(@Nullable Schema schema) {
        this.schema = schema;
        schemas.accept(schema);
    }

    public final void setAttachments(Collection<Attachment> all) {
        attachments.accept(all);
    }

    public final void setProperty(String key, Object value) {
        properties.accept(key, value);
        if (value instanceof Message current) {
            message = current;
            jaxbOnly = JaxbSettings.needJaxb(current);
        }
    }
}
