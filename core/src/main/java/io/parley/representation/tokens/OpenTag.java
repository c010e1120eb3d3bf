package io.parley.representation.tokens;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The start tag being written: StAX lets its declarations come after the names that need them, so it is collected until
 * the next event. A prefix that is null is looked up at the end.
 */
final class OpenTag {
    String local = "";

    @Nullable
    String prefix;

    String uri = "";
    /** Whether the element was named without a namespace, as text would be: the default namespace is its own. */
    boolean inDefault;

    boolean empty;
    int attributes;

    @Nullable
    String[] prefixes = new @Nullable String[8];

    String[] uris = new String[8];
    String[] locals = new String[8];
    String[] values = new String[8];

    void start(@Nullable String prefix, String uri, String local, boolean inDefault, boolean empty) {
        this.prefix = prefix;
        this.uri = uri;
        this.local = local;
        this.inDefault = inDefault;
        this.empty = empty;
    }

    void attribute(@Nullable String prefix, String uri, String local, String value) {
        if (attributes == locals.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * attributes);
            uris = Arrays.copyOf(uris, 2 * attributes);
            locals = Arrays.copyOf(locals, 2 * attributes);
            values = Arrays.copyOf(values, 2 * attributes);
        }
        prefixes[attributes] = prefix;
        uris[attributes] = uri;
        locals[attributes] = local;
        values[attributes++] = value;
    }

    void clear() {
        Arrays.fill(values, 0, attributes, null);
        attributes = 0;
    }
}
