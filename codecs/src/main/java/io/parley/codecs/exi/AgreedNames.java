package io.parley.codecs.exi;

import com.siemens.ct.exi.core.Constants;
import com.siemens.ct.exi.core.context.GrammarContext;
import com.siemens.ct.exi.core.context.GrammarUriContext;
import com.siemens.ct.exi.core.context.QNameContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.namespace.QName;

/**
 * Initial string table derived from a schema (EXI 1.0, appendix D): the predefined namespaces, then those of the
 * schema, each with its local names in order.
 */
final class AgreedNames {
    private final Map<QName, QNameContext> names = new HashMap<>();
    private final GrammarContext context;

    AgreedNames(Set<QName> schema) {
        List<GrammarUriContext> namespaces = new ArrayList<>();
        SortedMap<String, SortedSet<String>> rest = new TreeMap<>();
        schema.forEach(name -> rest.computeIfAbsent(name.getNamespaceURI(), any -> new TreeSet<>())
                .add(name.getLocalPart()));
        known(namespaces, rest, Constants.XML_NULL_NS_URI, Constants.LOCAL_NAMES_EMPTY, Constants.PREFIXES_EMPTY);
        known(namespaces, rest, Constants.XML_NS_URI, Constants.LOCAL_NAMES_XML, Constants.PREFIXES_XML);
        known(
                namespaces,
                rest,
                Constants.XML_SCHEMA_INSTANCE_NS_URI,
                Constants.LOCAL_NAMES_XSI,
                Constants.PREFIXES_XSI);
        known(namespaces, rest, Constants.XML_SCHEMA_NS_URI, Constants.LOCAL_NAMES_XSD, Constants.PREFIXES_XSD);
        rest.forEach((namespace, locals) -> add(namespaces, namespace, locals, GrammarUriContext.EMPTY_PREFIXES));
        this.context = new GrammarContext(namespaces.toArray(GrammarUriContext[]::new), names.size());
    }

    private void known(
            List<GrammarUriContext> namespaces,
            SortedMap<String, SortedSet<String>> rest,
            String namespace,
            String[] locals,
            String[] prefixes) {
        SortedSet<String> all = new TreeSet<>(List.of(locals));
        SortedSet<String> more = rest.remove(namespace);
        if (more != null) {
            all.addAll(more);
        }
        add(namespaces, namespace, all, prefixes);
    }

    private void add(
            List<GrammarUriContext> namespaces, String namespace, SortedSet<String> locals, String[] prefixes) {
        int number = namespaces.size();
        List<QNameContext> known = new ArrayList<>();
        for (String local : locals) {
            QName name = new QName(namespace, local);
            QNameContext added = new QNameContext(number, known.size(), name);
            names.put(name, added);
            known.add(added);
        }
        namespaces.add(new GrammarUriContext(number, namespace, known.toArray(QNameContext[]::new), prefixes));
    }

    /** Returns one of the schema's names. */
    QNameContext get(QName name) {
        QNameContext known = names.get(name);
        if (known == null) {
            throw new IllegalStateException("the schema's names lack " + name);
        }
        return known;
    }

    GrammarContext context() {
        return context;
    }
}
