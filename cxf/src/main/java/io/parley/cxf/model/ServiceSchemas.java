package io.parley.cxf.model;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.ws.commons.schema.XmlSchema;
import org.apache.ws.commons.schema.XmlSchemaSerializer;
import org.w3c.dom.Document;

/** Schema documents of a service: those of its WSDL, or those that the data binding generated from classes. */
final class ServiceSchemas {
    /** Namespace of XML Schema itself, whose schema every collection contains. */
    private static final String BUILT_IN = "http://www.w3.org/2001/XMLSchema";

    private ServiceSchemas() {}

    static List<SchemaDocument> of(ServiceInfo service) {
        Map<String, SchemaDocument> documents = new LinkedHashMap<>();
        XmlSchema[] schemas = service.getXmlSchemaCollection().getXmlSchemas();
        for (int i = 0; i < schemas.length; i++) {
            XmlSchema schema = schemas[i];
            if (!BUILT_IN.equals(schema.getTargetNamespace())) {
                String source = schema.getSourceURI();
                String systemId = source == null || source.isEmpty() || documents.containsKey(source)
                        ? "schema" + i + ".xsd"
                        : source;
                documents.put(systemId, new SchemaDocument(systemId, StaxUtils.toString(tree(schema))));
            }
        }
        return new ArrayList<>(documents.values());
    }

    /**
     * Returns the document of a schema. A WSDL may contain an incomplete one, which fails only when it is serialized.
     *
     * @throws ParleyException {@code SCHEMA_INVALID} if it cannot be serialized
     */
    private static Document tree(XmlSchema schema) {
        try {
            return schema.getSchemaDocument();
        } catch (XmlSchemaSerializer.XmlSchemaSerializerException | RuntimeException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_INVALID,
                    "schema of " + schema.getTargetNamespace() + ": expected one that can be written again, found "
                            + e.getMessage(),
                    e);
        }
    }
}
