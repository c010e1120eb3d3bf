package io.parley.representation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The start tag that a {@link StaxWriter} hands over when nothing can be added to it any more: names with their
 * prefixes, each bound to its namespace, and the declarations in the order in which they came. Valid during that call.
 */
public final class StartTag {
    private static final String[] NONE = {};

    private final Scope scope;
    private String local = "";
    private @Nullable String prefix;
    private String uri = "";
    /** Whether the element was named without a namespace, as text would name it: the default namespace is its own. */
    private boolean inDefault;

    private boolean empty;
    private int attributes;
    // Made for the first attribute: the tags of most envelopes have none.
    private @Nullable String[] prefixes = NONE;
    private String[] uris = NONE;
    private String[] locals = NONE;
    private String[] values = NONE;

    StartTag(Scope scope) {
        this.scope = scope;
    }

    /** The element's prefix, or an empty string. */
    public String prefix() {
        return prefix == null ? "" : prefix;
    }

    /** The element's namespace, or an empty string. */
    public String uri() {
        return uri;
    }

    /** Returns the element's name without its prefix. */
    public String local() {
        return local;
    }

    /** Returns the number of attributes; they are in the order in which they came. */
    public int attributes() {
        return attributes;
    }

    /**
     * Returns an attribute's prefix, or an empty string.
     *
     * @param index from 0, below {@link #attributes}; not checked
     */
    public String attributePrefix(int index) {
        String known = prefixes[index];
        return known == null ? "" : known;
    }

    /**
     * Returns an attribute's namespace, or an empty string: the default namespace is not that of attributes.
     *
     * @param index from 0, below {@link #attributes}; not checked
     */
    public String attributeUri(int index) {
        return uris[index];
    }

    /**
     * Returns an attribute's name without its prefix.
     *
     * @param index from 0, below {@link #attributes}; not checked
     */
    public String attributeLocal(int index) {
        return locals[index];
    }

    /**
     * Returns an attribute's value as it was given, not escaped.
     *
     * @param index from 0, below {@link #attributes}; not checked
     */
    public String attributeValue(int index) {
        return values[index];
    }

    /** The first of the bindings that this tag may declare. */
    public int firstBinding() {
        return scope.start();
    }

    /** Returns the index behind the last binding that this tag may declare. */
    public int endOfBindings() {
        return scope.end();
    }

    /** Returns whether this tag declares the binding; other bindings are only hints of the caller. */
    public boolean declares(int binding) {
        return scope.isDeclaration(binding);
    }

    /** Returns whether this tag declares the binding and the elements around it do not declare the same. */
    public boolean changes(int binding) {
        return scope.isDeclaration(binding) && !scope.uri(binding).equals(scope.declaredAround(scope.prefix(binding)));
    }

    /** The prefix that is bound, or an empty string. */
    public String boundPrefix(int binding) {
        return scope.prefix(binding);
    }

    /** The namespace that it is bound to, or an empty string. */
    public String boundUri(int binding) {
        return scope.uri(binding);
    }

    void start(@Nullable String prefix, String uri, String local, boolean inDefault, boolean empty) {
        this.prefix = prefix;
        this.uri = uri;
        this.local = local;
        this.inDefault = inDefault;
        this.empty = empty;
    }

    /** Adds an attribute; a prefix that is null is looked up at the end. */
    void attribute(@Nullable String prefix, String uri, String local, String value) {
        if (attributes == locals.length) {
            int room = Math.max(2, 2 * attributes);
            prefixes = Arrays.copyOf(prefixes, room);
            uris = Arrays.copyOf(uris, room);
            locals = Arrays.copyOf(locals, room);
            values = Arrays.copyOf(values, room);
        }
        prefixes[attributes] = prefix;
        uris[attributes] = uri;
        locals[attributes] = local;
        values[attributes++] = value;
    }

    boolean isInDefault() {
        return inDefault;
    }

    boolean isEmpty() {
        return empty;
    }

    void namespace(String settled) {
        uri = settled;
    }

    @Nullable
    String givenPrefix() {
        return prefix;
    }

    void prefix(String settled) {
        prefix = settled;
    }

    @Nullable
    String givenPrefix(int index) {
        return prefixes[index];
    }

    void prefix(int index, String settled) {
        prefixes[index] = settled;
    }

    void clear() {
        Arrays.fill(values, 0, attributes, null);
        attributes = 0;
    }
}
