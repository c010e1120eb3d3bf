package io.parley.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests references from one document to another. */
class DocumentAddressTest {

    @ParameterizedTest
    @CsvSource({
        "http://h/s/Stations?wsdl, ?xsd=1, http://h/s/Stations?xsd=1",
        "http://h/s/Stations?wsdl, '', http://h/s/Stations",
        "http://h/s/Stations?wsdl, types.xsd, http://h/s/types.xsd",
        "http://h/s/Stations?wsdl, ../t/my types.xsd, http://h/t/my%20types.xsd",
        "http://h/s/Stations?wsdl, http://other/x?xsd=1, http://other/x?xsd=1",
        "http://h:81?wsdl, ?xsd=1, http://h:81?xsd=1",
        "http://h:81?wsdl, types.xsd, http://h:81/types.xsd",
        "http://h?wsdl, .example.org/x, http://h/.example.org/x",
        "http://h?wsdl, //other/x, http://other/x",
        "a.xsd, b.xsd, b.xsd",
        "file:/f/a.wsdl, b.xsd, file:/f/b.xsd",
    })
    void referencesAreResolvedAsTheirStandardSays(URI from, String reference, URI expected) {
        assertThat(DocumentAddress.resolve(from, reference)).isEqualTo(expected);
    }
}
