package io.parley.schema;

/**
 * A violation of a rule in a schema document.
 *
 * @param systemId address of the document
 * @param line line number from 1, or 0 if unknown
 * @param column column number from 1, or 0 if unknown
 * @param path of the declaration, such as {@code /schema/complexType[order]/sequence/element[item]}
 * @param text what was expected and what was found
 */
public record SchemaProblem(String systemId, int line, int column, String path, String text) {
    @Override
    public String toString() {
        return systemId + ":" + line + ":" + column + " " + path + ": " + text;
    }
}
