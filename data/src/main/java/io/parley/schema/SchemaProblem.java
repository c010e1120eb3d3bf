package io.parley.schema;

/**
 * A violated rule in a schema document.
 *
 * @param systemId the document
 * @param line from 1, or 0 if the problem has no place
 * @param column from 1, or 0 if the problem has no place
 * @param path of the declaration, like {@code /schema/complexType[order]/sequence/element[item]}
 * @param text what was expected and what was found
 */
public record SchemaProblem(String systemId, int line, int column, String path, String text) {
    @Override
    public String toString() {
        return systemId + ":" + line + ":" + column + " " + path + ": " + text;
    }
}
