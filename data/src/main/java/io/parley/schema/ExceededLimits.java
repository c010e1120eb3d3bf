package io.parley.schema;

import io.parley.Limit;
import io.parley.ParleyException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;

/**
 * Limits that the parser enforces, recognized by the texts of its exceptions: it has no other mark for them. A text
 * that another version of the parser changes is not recognized; the document is then refused without the name of the
 * limit.
 */
final class ExceededLimits {
    private static final Map<String, Limit> NAMES = Map.of(
            "Maximum Element Depth", Limit.DEPTH,
            "Maximum Element Count", Limit.ITEMS,
            "Attribute", Limit.ATTRIBUTES,
            "Maximum attribute size", Limit.STRING_BYTES,
            "Text size", Limit.STRING_BYTES,
            "Maximum document characters", Limit.MESSAGE_BYTES);

    private static final Pattern TEXT = Pattern.compile(
            "(" + String.join("|", NAMES.keySet()) + ") limit \\((\\d{1,18})\\) [Ee]xceeded.*", Pattern.DOTALL);

    private ExceededLimits() {}

    /** Returns the coded error for a limit that a document exceeds; empty if it was rejected for something else. */
    static Optional<ParleyException> of(XMLStreamException cause) {
        Matcher text = TEXT.matcher(String.valueOf(cause.getMessage()));
        Limit limit = text.matches() ? NAMES.get(text.group(1)) : null;
        if (limit == null) {
            return Optional.empty();
        }
        long allowed = Long.parseLong(text.group(2));
        return Optional.of(ParleyException.limit(limit, allowed, allowed + 1, "document"));
    }
}
