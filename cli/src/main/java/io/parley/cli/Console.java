package io.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** The output of a command: tables and lines of text, or JSON objects, one per line. Used by one thread. */
final class Console {
    private static final String GAP = "  ";

    private final PrintWriter out;

    Console(PrintWriter out) {
        this.out = out;
    }

    /** Returns the output of a command. */
    static Console of(CommandSpec command) {
        return new Console(command.commandLine().getOut());
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Prints a value as a JSON object on one line, with names in snake case. */
    void json(Object value) {
        try {
            line(Json.WRITER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report has a type that JSON cannot say", e);
        }
    }

    /** Prints a table with an underlined heading; numeric columns are aligned to the right. */
    void table(List<String> heading, List<List<String>> rows) {
        List<Column> columns = new ArrayList<>();
        for (int number = 0; number < heading.size(); number++) {
            columns.add(Column.of(number, heading, rows));
        }
        line(cells(heading, columns));
        line(cells(columns.stream().map(column -> "-".repeat(column.width())).toList(), columns));
        rows.forEach(row -> line(cells(row, columns)));
    }

    private static String cells(List<String> row, List<Column> columns) {
        StringJoiner text = new StringJoiner(GAP);
        for (int number = 0; number < row.size(); number++) {
            text.add(columns.get(number).aligned(row.get(number)));
        }
        return text.toString().stripTrailing();
    }

    /** Created with the first object, since most commands print none. */
    private static final class Json {
        static final ObjectMapper WRITER = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
    }

    private record Column(int width, boolean isNumeric) {
        private static final Pattern NUMBER = Pattern.compile("-|[-+]?[0-9][0-9.,]*");

        static Column of(int number, List<String> heading, List<List<String>> rows) {
            int width = heading.get(number).length();
            boolean numeric = !rows.isEmpty();
            for (List<String> row : rows) {
                width = Math.max(width, row.get(number).length());
                numeric &= NUMBER.matcher(row.get(number)).matches();
            }
            return new Column(width, numeric);
        }

        String aligned(String cell) {
            String padding = " ".repeat(width - cell.length());
            return isNumeric ? padding + cell : cell + padding;
        }
    }
}
