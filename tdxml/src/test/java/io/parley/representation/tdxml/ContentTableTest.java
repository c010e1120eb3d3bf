package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests access to single values of the paper's figure, by their keys and by names. */
class ContentTableTest {
    @Test
    void aValueIsFoundWithoutReadingTheRowsBehindIt() {
        try (Source source = source(PaperFigures.FIGURE_2)) {
            ContentTable table = ContentTable.open(source);

            assertThat(table.find("[0][0]0[1]")).contains("Johnson");
            assertThat(table.rowsRead()).isEqualTo(3);
            assertThat(table.find("[0][0]0(0)")).contains("M");
            assertThat(table.rowsRead()).isEqualTo(3);
            assertThat(table.find("[0][0]1[0]")).contains("Mary");
            assertThat(table.rowsRead()).isEqualTo(6);
        }
    }

    @Test
    void keysAreMadeOfNames() {
        try (Source source =
                source(PaperFigures.FIGURE_2.replace(PaperFigures.FIGURE_1_TABLE, PaperFigures.FIGURE_3_TABLE))) {
            ContentTable table = ContentTable.open(source);

            assertThat(table.schema().key("employees/person[1]/lastname")).isEqualTo("[0][0]1[1]");
            assertThat(table.find(table.schema().key("employees/person[1]/@gender")))
                    .contains("F");
            assertThat(table.rowsRead()).isEqualTo(1);
            assertThat(table.find("[0][0]2[0]")).isEmpty();
            assertThat(table.rowsRead()).isEqualTo(8);
            assertThatThrownBy(() -> table.schema().key("employees/person[0]/salary"))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining("salary");
            assertThatThrownBy(() -> table.schema().key("employees/person/age")).isInstanceOf(ParleyException.class);
            assertThatThrownBy(() -> table.find("employees")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nilIsNoValueAndEscapesAreTakenBack() {
        String document = "<TDXML:Env><TDXML:DS>" + PaperFigures.ORDERS_SCHEMA + "</TDXML:DS><TDXML:CT>\n"
                + PaperFigures.ORDERS_TABLE + "</TDXML:CT></TDXML:Env>";
        try (Source source = source(document)) {
            ContentTable table = ContentTable.open(source);

            assertThat(table.find("[0][0]1[2]")).isEmpty();
            assertThat(table.find("[0][0]1[0]")).contains("Zoe\nLtd \\ Co");
            assertThat(table.find("[0][0]0[2]")).contains("");
            assertThat(table.find("[0][0]2[0]")).contains("Khan & Co");
        }
    }

    @Test
    void aKeyThatComesTwiceOnTheWayIsRefused() {
        String twice = PaperFigures.FIGURE_2.replace("[0][0]0[2]|28", "[0][0]0[1]|28");
        try (Source source = source(twice)) {
            ContentTable table = ContentTable.open(source);

            assertThatThrownBy(() -> table.find("[0][0]1[2]"))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining("each key once");
        }
    }

    private static Source source(String text) {
        return TypedMessages.source(text.getBytes(StandardCharsets.UTF_8));
    }
}
