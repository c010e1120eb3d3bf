package io.parley.cxf.stax;

import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.xml.validation.Schema;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Skeleton of a typed data reader or writer: passes the settings that CXF makes before it is used on to JAXB's, and
 * notes those that only JAXB can carry out for this message.
 */
abstract class ToldOfJaxb {
    private final Consumer<@Nullable Schema> schemas;
    private final Consumer<Collection<Attachment>> attachments;
    private final BiConsumer<String, Object> properties;
    private @Nullable Schema schema;
    private @Nullable Message message;
    private boolean jaxbOnly;

    ToldOfJaxb(
            Consumer<@Nullable Schema> schemas,
            Consumer<Collection<Attachment>> attachments,
            BiConsumer<String, Object> properties) {
        this.schemas = schemas;
        this.attachments = attachments;
        this.properties = properties;
    }

    /** Returns whether the message is validated. */
    final boolean isValidated() {
        return schema != null;
    }

    /** Returns whether every part of the message must go through JAXB. */
    final boolean isJaxbOnly() {
        return jaxbOnly;
    }

    /** Applies the same settings to another writer. */
    final void tell(DataWriter<?> other) {
        Message told = message;
        if (told != null) {
            other.setProperty(DataWriter.ENDPOINT, told.getExchange().getEndpoint());
            other.setProperty(Message.class.getName(), told);
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
        if (value instanceof Message told) {
            message = told;
            jaxbOnly = JaxbSettings.needJaxb(told);
        }
    }
}
