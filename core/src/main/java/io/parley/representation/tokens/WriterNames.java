package io.parley.representation.tokens;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.XmlText;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** The names of one message as its writer knows them: in full at first sight, by number later. */
final class WriterNames {
    private final Sink sink;
    private final Map<String, Integer> prefixes = new HashMap<>();
    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<String, Name> names = new HashMap<>();
    private int count;

    /** A name seen; those with one local name hang together. */
    private record Name(
            String prefix, String uri, int number, @Nullable Name next) {}

    WriterNames(Sink sink) {
        this.sink = sink;
        prefixes.put(XMLConstants.DEFAULT_NS_PREFIX, 1);
        prefixes.put(XMLConstants.XML_NS_PREFIX, 2);
        namespaces.put(XMLConstants.NULL_NS_URI, 1);
        namespaces.put(XMLConstants.XML_NS_URI, 2);
    }

    @HotPath
    void writeName(String prefix, String uri, String local) {
        Name first = names.get(local);
        for (Name name = first; name != null; name = name.next()) {
            if (name.prefix().equals(prefix) && name.uri().equals(uri)) {
                sink.writeVarint(name.number());
                return;
            }
        }
        introduce(prefix, uri, local, first);
    }

    void writePrefix(String prefix) {
        Integer known = prefixes.get(prefix);
        if (known != null) {
            sink.writeVarint(known);
            return;
        }
        if (!XmlText.isNcName(prefix) || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
            throw new ParleyException(ErrorCode.ENCODING, "prefix: expected a name that may be declared, found none");
        }
        prefixes.put(prefix, prefixes.size() + 1);
        sink.writeByte(0);
        sink.writeString(prefix);
    }

    void writeNamespace(String uri) {
        Integer known = namespaces.get(uri);
        if (known != null) {
            sink.writeVarint(known);
            return;
        }
        if (XmlText.firstIllegal(uri) >= 0 || uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw new ParleyException(ErrorCode.ENCODING, "namespace: expected one that may be declared, found none");
        }
        namespaces.put(uri, namespaces.size() + 1);
        sink.writeByte(0);
        sink.writeString(uri);
    }

    private void introduce(String prefix, String uri, String local, @Nullable Name others) {
        if (!XmlText.isNcName(local)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "name of " + local.length() + " characters: expected an XML name without colon, found none");
        }
        names.put(local, new Name(prefix, uri, ++count, others));
        sink.writeByte(0);
        writePrefix(prefix);
        writeNamespace(uri);
        sink.writeString(local);
    }
}
