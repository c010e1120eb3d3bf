package io.parley.representation.tdxml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one element as a tree node, for documents whose rows may be in any order. */
final class RowNode {
    private final String key;
    private final int number;
    private final int occurrence;
    private final Map<Integer, Cell> attributes = new TreeMap<>();
    private final List<RowNode> children = new ArrayList<>(0);
    private @Nullable Cell own;

    private RowNode(String key, int number, int occurrence) {
        this.key = key;
        this.number = number;
        this.occurrence = occurrence;
    }

    /** Value of a row. */
    record Cell(@Nullable Mark mark, String text) {
        private static Cell of(Rows rows) {
            Mark mark = rows.mark();
            return new Cell(mark, mark == null ? rows.value() : mark == Mark.XML ? rows.markedValue() : "");
        }
    }

    /** Reads all root elements, after sorting the rows. */
    static List<RowNode> roots(Rows rows) {
        RowNode top = new RowNode("table", 0, Rows.NONE);
        rows.sort();
        rows.advance();
        top.readChildren(rows, 0);
        return top.children;
    }

    private void readChildren(Rows rows, int depth) {
        while (rows.isInside(depth)) {
            RowNode child = new RowNode(rows.where(), rows.number(depth), rows.occurrence(depth));
            children.add(child);
            rows.enter(depth + 1);
            child.read(rows, depth + 1);
        }
    }

    private void read(Rows rows, int depth) {
        while (rows.isAttribute(depth)) {
            attributes.put(rows.attribute(), Cell.of(rows));
            rows.advance();
        }
        if (rows.isOwn(depth)) {
            own = Cell.of(rows);
            rows.advance();
        }
        readChildren(rows, depth);
    }

    /** Returns the key of the element's first row, for error texts. */
    String key() {
        return key;
    }

    int number() {
        return number;
    }

    int occurrence() {
        return occurrence;
    }

    Map<Integer, Cell> attributes() {
        return attributes;
    }

    /** Returns the children in the order of their keys. */
    List<RowNode> children() {
        return children;
    }

    @Nullable
    Cell own() {
        return own;
    }
}
