package io.parley.representation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A complete start tag that a {@link StaxWriter} passes to its subclass: names with their prefixes, each bound to its
 * namespace, and the declarations in the order in which they were written. Valid during that call.
 */
public final class StartTag {
    private static final String[] NONE = {};

    private final Scope scope;
    private String local = "";
    private @Nullable String prefix;
    private String uri = "";
    /** Whether the element was written without a namespace, so that the default namespace in scope becomes its own. */
    private boolean inDefault;

    private boolean empty;
    private int attributes;
    // Allocated for the first attribute: most tags of envelopes have none.
    private @Nullable String[] prefixes = NONE;
    private String[] uris = NONE;
    private String[] locals = NONE;
    private String[] values = NONE;

    StartTag(Scope scope) {
        this.scope = scope;
    }

    /** Returns the element's prefix, or an empty string. */
    public String prefix() {
        return prefix == null ? "" : prefix;
    }

    /** Returns the element's namespace, or an empty string. */
    public String uri() {
        return uri;
    }

    /** Returns the element's name without its prefix. */
    public String local() {
        return local;
    }

    /** Returns the number of attributes, which are in the order in which they were written. */
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
     * Returns an attribute's namespace, or an empty string. The default namespace does not apply to attributes.
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
     * Returns an attribute's value as it was written, without escapes.
     *
     * @param index from 0, below {@link #attributes}; not checked
     */
    public String attributeValue(int index) {
        return values[index];
    }

    /** Returns the index of the first binding that this tag may declare. */
    public int firstBinding() {
        return scope.start();
    }

    /** Returns the index after the last binding that this tag may declare. */
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

    /** Returns the prefix of a binding, or an empty string. */
    public String boundPrefix(int binding) {
        return scope.prefix(binding);
    }

    /** Returns the namespace of a binding, or an empty string. */
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

    /** Adds an attribute. A null prefix is looked up when the tag is complete. */
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

    void namespace(String resolved) {
        uri = resolved;
    }

    @Nullable
    String givenPrefix() {
        return prefix;
    }

    void prefix(String resolved) {
        prefix = resolved;
    }

    @Nullable
    String givenPrefix(int index) {
        return prefixes[index];
    }

    void prefix(int index, String resolved) {
        prefixes[index] = resolved;
    }

    void clear() {
        Arrays.fill(values, 0, attributes, null);
        attributes = 0;
    }
}
