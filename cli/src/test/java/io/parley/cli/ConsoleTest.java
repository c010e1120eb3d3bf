package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    private final StringWriter printed = new StringWriter();
    private final Console console = new Console(new PrintWriter(printed));

    @Test
    void columnsOfNumbersAreAlignedToTheRightAndTextToTheLeft() {
        console.table(
                List.of("name", "ms", "how"),
                List.of(List.of("sum", "1.5", "typed"), List.of("concat", "12.25", "as events")));

        assertThat(printed.toString().lines())
                .containsExactly(
                        "name       ms  how",
                        "------  -----  ---------",
                        "sum       1.5  typed",
                        "concat  12.25  as events");
    }

    @Test
    void jsonNamesAreInSnakeCase() {
        record Row(String name, double soapMs, boolean equal) {}

        console.json(new Row("a \"b\"", 1.5, true));

        assertThat(printed.toString())
                .isEqualToIgnoringNewLines("{\"name\":\"a \\\"b\\\"\",\"soap_ms\":1.5,\"equal\":true}");
    }
}
