package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Names and references in one document. */
final class Names {
    /** Placeholder for a reference that could not be read; no declaration has this name. */
    static final QName BROKEN = new QName("urn:parley:1", "unreadable-reference");

    private final Scope scope;
    private final Problems problems;

    Names(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
    }

    /** Returns the name of a global declaration, or null and reports a problem if it has no valid one. */
    @Nullable
    QName global(XsdNode node) {
        String name = local(node);
        return name == null ? null : new QName(scope.namespace(), name);
    }

    /** Returns the name of a local declaration, which is in the target namespace only if its form is qualified. */
    @Nullable
    QName inForm(XsdNode node, boolean qualifiedByDefault) {
        String name = local(node);
        if (name == null) {
            return null;
        }
        String form = node.attribute("form", qualifiedByDefault ? "qualified" : "unqualified");
        return new QName(form.equals("qualified") ? scope.namespace() : "", name);
    }

    private @Nullable String local(XsdNode node) {
        String name = node.attribute("name");
        if (name == null) {
            problems.add(node.place(), "expected an attribute name, found none");
            return null;
        }
        if (name.length() > DocumentReader.MAX_NAME) {
            problems.add(
                    node.place(),
                    "expected a name of at most " + DocumentReader.MAX_NAME + " characters, found " + name.length());
            return null;
        }
        if (!isNcName(name)) {
            problems.add(node.place(), "expected a name without colon, space or other separators, found another one");
            return null;
        }
        return name;
    }

    /**
     * Resolves a reference in an attribute; reports a problem and returns {@link #BROKEN} if its prefix is not
     * declared.
     */
    QName reference(XsdNode node, String lexical) {
        int colon = lexical.indexOf(':');
        String prefix = colon < 0 ? "" : lexical.substring(0, colon);
        String local = lexical.substring(colon + 1);
        if (local.length() > DocumentReader.MAX_NAME || !isNcName(local)) {
            problems.add(node.place(), "expected a reference like prefix:name, found something else");
            return BROKEN;
        }
        String namespace = node.prefixes().namespace(prefix);
        if (namespace == null) {
            problems.add(node.place(), "expected a declared prefix, found none declared for the reference to " + local);
            return BROKEN;
        }
        if (namespace.isEmpty() && scope.chameleon()) {
            return new QName(scope.namespace(), local);
        }
        return new QName(namespace, local);
    }

    /**
     * Approximates NCName of Namespaces in XML 1.0: the name contains no separators, so it is unambiguous in messages
     * and paths.
     */
    private static boolean isNcName(String name) {
        if (name.isEmpty() || !(Character.isLetter(name.codePointAt(0)) || name.charAt(0) == '_')) {
            return false;
        }
        return name.codePoints().allMatch(Names::isNameCharacter);
    }

    private static boolean isNameCharacter(int c) {
        return Character.isLetterOrDigit(c)
                || c == '_'
                || c == '-'
                || c == '.'
                || c == 0xB7
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK
                || Character.getType(c) == Character.ENCLOSING_MARK;
    }
}
