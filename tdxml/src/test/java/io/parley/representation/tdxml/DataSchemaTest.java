package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests data schemas of the paper and of the reference page, and malformed ones. */
class DataSchemaTest {
    @Test
    void figure2IsReadAsThePaperPrintsItAndWrittenInItsSpelling() {
        DataSchema schema = DataSchema.read(PaperFigures.FIGURE_2_SCHEMA, Limits.defaults());

        assertThat(schema.print()).isEqualTo("""
                employees [0] ::= SET OF person
                person [0] ::= SEQUENCE OF{
                gender(0) [ATTRIBUTE] UTF8String ("M"),
                firstname[0] UTF8String,
                lastname[1] UTF8String,
                age[2] Integer}
                """);
        assertThat(withoutBlanksAndCommas(schema.print()))
                .isEqualTo(withoutBlanksAndCommas(PaperFigures.FIGURE_2_SCHEMA));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a [0] ::= UTF8String",
                "a [0] ::= SEQUENCE{ b[0] Integer c[1] B OPTIONAL [NILLABLE] } B ::= SEQUENCE OF{ } [TEXT] Real",
                "a [0] ::= CHOICE{ #text[0] UTF8String, b[1] UTF8String } [REPEATED]",
                "a [0] ::= SEQUENCE OF{ x[0] UTF8String, CHOICE{ b[1] T, c[2] Integer} [REPEATED], #any[3] AnyXML } T ::= Real",
                "NAMESPACE \"\" ::= \"urn:x\" NAMESPACE o ::= \"urn:\"\"o\"\"\" a [0] ::= SEQUENCE OF{ o:b[0] SET OF T } T ::= Date",
                "a [0] ::= SEQUENCE OF{ OPTIONAL[0] Time OPTIONAL NAMESPACE[2] Boolean OPTIONAL SET[1] Time}",
                "a [0] ::= T T ::= SEQUENCE OF{ t[0] T OPTIONAL }",
                "a [0] ::= Integer b [1] ::= Integer",
                PaperFigures.ORDERS_SCHEMA,
            })
    void whatIsPrintedIsReadAsTheSame(String text) {
        DataSchema schema = DataSchema.read(text, Limits.defaults());

        assertThat(DataSchema.read(schema.print(), Limits.defaults())).isEqualTo(schema);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a [0]",
                "a [0] ::=",
                "a ::= UTF8String",
                "a [1] ::= UTF8String",
                "a [00] ::= UTF8String",
                "a [2147483648] ::= UTF8String",
                "a [-1] ::= UTF8String",
                "a [0] ::= Unknown",
                "a [0] ::= SET OF nobody",
                "a [0] ::= p:b p:b ::= UTF8String a [0] ::= UTF8String",
                "a [0] ::= SEQUENCE OF{ b[0] UTF8String",
                "a [0] ::= SEQUENCE OF{ b[0] }",
                "a [0] ::= SEQUENCE OF{ b UTF8String }",
                "a [0] ::= SEQUENCE OF{ b(0) UTF8String }",
                "a [0] ::= SEQUENCE OF{ b[0] [ATTRIBUTE] UTF8String }",
                "a [0] ::= SEQUENCE OF{ b(0) [ATTRIBUTE] UTF8String [REPEATED] }",
                "a [0] ::= SEQUENCE OF{ b[0] UTF8String, c[0] UTF8String }",
                "a [0] ::= SEQUENCE OF{ b[0] UTF8String, b[1] UTF8String }",
                "a [0] ::= SEQUENCE OF{ b(0) [ATTRIBUTE] Integer, c(0) [ATTRIBUTE] Integer }",
                "a [0] ::= SEQUENCE OF{ b[0] UTF8String } [TEXT] UTF8String",
                "a [0] ::= SEQUENCE OF{ } [TEXT] B",
                "a [0] ::= SEQUENCE OF{ p:b[0] UTF8String }",
                "a [0] ::= CHOICE{ }",
                "a [0] ::= CHOICE{ b(0) [ATTRIBUTE] UTF8String }",
                "a [0] ::= A A ::= B B ::= A",
                "a [0] ::= SEQUENCE OF{ b[1] b } b [0] ::= UTF8String",
                "a [0] ::= SEQUENCE OF{ b(0) [ATTRIBUTE] UTF8String (\"M }",
                "NAMESPACE p ::= \"urn:1\" NAMESPACE p ::= \"urn:2\" a [0] ::= UTF8String",
                "Integer ::= UTF8String a [0] ::= Integer",
            })
    void whatIsNoSchemaIsRefused(String text) {
        assertThatThrownBy(() -> DataSchema.read(text, Limits.defaults()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_INVALID))
                .hasMessageContaining("data schema");
    }

    @Test
    void componentsAndLengthAreLimited() {
        String text = "a [0] ::= SEQUENCE OF{ b[0] Integer, c[1] Integer }";
        Limits three = Limits.defaults().with(Limit.SCHEMA_COMPONENTS, 3).with(Limit.SCHEMA_BYTES, text.length());

        DataSchema.read(text, three);
        assertThatThrownBy(() -> DataSchema.read(text, three.with(Limit.SCHEMA_COMPONENTS, 2)))
                .hasMessageContaining(Limit.SCHEMA_COMPONENTS.setting());
        assertThatThrownBy(() -> DataSchema.read(text, three.with(Limit.SCHEMA_BYTES, text.length() - 1)))
                .hasMessageContaining(Limit.SCHEMA_BYTES.setting());
    }

    private static String withoutBlanksAndCommas(String schema) {
        return schema.replaceAll("[\\s,]", "").replaceAll("[\u201C\u201D]", "\"");
    }
}
