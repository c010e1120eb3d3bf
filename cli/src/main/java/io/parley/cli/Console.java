package io.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;

/** Where commands print: tables and lines for people, one object a line for machines. Used by one thread. */
final class Console {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private final PrintWriter out;

    Console(PrintWriter out) {
        this.out = out;
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** One JSON object on one line, names in snake case. */
    void json(Object value) {
        try {
            line(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report has a type that JSON cannot say", e);
        }
    }

    /** A table whose first column is text and whose others are numbers, under a ruled heading. */
    void table(List<String> heading, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>(rows);
        all.add(0, heading);
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < heading.size(); column++) {
            widths.add(width(all, column));
        }
        line(cells(heading, widths));
        line(cells(widths.stream().map("─"::repeat).toList(), widths));
        rows.forEach(row -> line(cells(row, widths)));
    }

    private static int width(List<List<String>> rows, int column) {
        ToIntFunction<List<String>> length = row -> row.get(column).length();
        return Collections.max(rows.stream().mapToInt(length).boxed().toList());
    }

    private static String cells(List<String> row, List<Integer> widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths.get(column) - cell.length());
            text.append(column == 0 ? cell + padding : "  " + padding + cell);
        }
        return text.toString().stripTrailing();
    }
}
