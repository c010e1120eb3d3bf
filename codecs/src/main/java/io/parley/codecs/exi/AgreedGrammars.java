package io.parley.codecs.exi;

import com.siemens.ct.exi.core.exceptions.UnsupportedOption;
import com.siemens.ct.exi.core.grammars.SchemaInformedGrammars;
import com.siemens.ct.exi.core.grammars.event.EndDocument;
import com.siemens.ct.exi.core.grammars.event.StartDocument;
import com.siemens.ct.exi.core.grammars.event.StartElement;
import com.siemens.ct.exi.core.grammars.event.StartElementGeneric;
import com.siemens.ct.exi.core.grammars.grammar.DocEnd;
import com.siemens.ct.exi.core.grammars.grammar.Document;
import com.siemens.ct.exi.core.grammars.grammar.Fragment;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedDocContent;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedFragmentContent;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedGrammar;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.layout.CanonicalText;
import io.parley.layout.Slot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * EXI grammars derived from agreed parts (docs/reference/exi.md, "By a schema"). They depend only on what the
 * fingerprints of the parts cover, so two sides that agree on the fingerprints derive the same grammars: they do not
 * depend on the order of declarations, on which content is required, or on names of types.
 */
final class AgreedGrammars {
    /**
     * Bytes of the digest in each message: enough to detect a different schema; there is nothing to gain by forging it.
     */
    private static final int DIGEST_BYTES = 9;

    private static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";

    private final Map<QName, Slot.Element> roots = new LinkedHashMap<>();
    private final MessageDigest digest = sha256();

    AgreedGrammars(Parts parts) {
        digest("parley exi 1");
        for (Part part : parts.list()) {
            Slot.Element layout = part.layout();
            if (part.isTyped() && layout != null) {
                digest(CanonicalText.fingerprint(layout));
                roots.putIfAbsent(layout.name(), layout);
            }
        }
    }

    SchemaInformedGrammars grammars() {
        PlanWalk walk = new PlanWalk(roots.values());
        Set<QName> schema = new LinkedHashSet<>(walk.names());
        List.of(SOAP_1_1, SOAP_1_2)
                .forEach(namespace -> List.of("Envelope", "Header", "Body", "Fault")
                        .forEach(local -> schema.add(new QName(namespace, local))));
        AgreedNames names = new AgreedNames(schema);
        TypeGrammars types = new TypeGrammars(names, walk);
        List<StartElement> globals = roots.values().stream().map(types::global).toList();
        SchemaInformedDocContent content = new SchemaInformedDocContent();
        DocEnd end = new DocEnd();
        end.addTerminalProduction(new EndDocument());
        for (String namespace : List.of(SOAP_1_1, SOAP_1_2)) {
            content.addProduction(envelope(namespace, names, types, globals), end);
        }
        globals.forEach(global -> content.addProduction(global, end));
        content.addProduction(new StartElementGeneric(), end);
        return named(names, content, types);
    }

    /**
     * Creates an envelope, which contains a header and a body; the header contains anything, the body the parts or
     * anything.
     */
    private static StartElement envelope(
            String namespace, AgreedNames names, TypeGrammars types, List<StartElement> parts) {
        StartElement header = types.element(new QName(namespace, "Header"), List.of());
        StartElement body = types.element(new QName(namespace, "Body"), parts);
        StartElement envelope = types.element(new QName(namespace, "Envelope"), List.of(header, body));
        names.get(envelope.getQName()).setGlobalStartElement(envelope);
        return envelope;
    }

    private SchemaInformedGrammars named(AgreedNames names, SchemaInformedDocContent content, TypeGrammars types) {
        Document document = new Document();
        document.addProduction(new StartDocument(), content);
        Fragment fragment = new Fragment();
        fragment.addProduction(new StartDocument(), new SchemaInformedFragmentContent());
        SchemaInformedGrammar anything = types.anything();
        SchemaInformedGrammars made = new SchemaInformedGrammars(names.context(), document, fragment, anything);
        try {
            made.setSchemaId(Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest.digest(), DIGEST_BYTES)));
        } catch (UnsupportedOption e) {
            throw new IllegalStateException("EXIficient refused the id of a schema", e);
        }
        return made;
    }

    private void digest(String line) {
        digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
