package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {
    private static String difference(String one, String two) throws XMLStreamException {
        return CanonicalForm.of(one)
                .difference(CanonicalForm.of(two))
                .map(difference -> difference.path() + ": " + difference.how())
                .orElse("equal");
    }

    @Test
    void prefixesAndTheOrderOfAttributesDoNotCount() throws XMLStreamException {
        assertThat(difference(
                        "<a:x xmlns:a='urn:a' p='1' q='2'><a:y>a:z</a:y></a:x>",
                        "<x xmlns='urn:a' xmlns:b='urn:a' q='2' p='1'><!-- c --><y>b:z</y></x>"))
                .isEqualTo("equal");
    }

    @Test
    void namespacesNamesTextAndAttributesCount() throws XMLStreamException {
        assertThat(difference("<x xmlns='urn:a'/>", "<x/>")).isEqualTo("x: the XML differs");
        assertThat(difference("<x><y/></x>", "<x><z/></x>")).isEqualTo("x/y: another element is there");
        assertThat(difference("<x><y>1</y></x>", "<x><y>2</y></x>")).isEqualTo("x/y: the XML differs");
        assertThat(difference("<x p='1'/>", "<x/>")).isEqualTo("x: the XML differs");
        assertThat(difference("<x> </x>", "<x/>")).isEqualTo("x: the XML differs");
        assertThat(difference(
                        "<x xmlns:a='urn:a' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='a:t'/>",
                        "<x xmlns:a='urn:b' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='a:t'/>"))
                .isEqualTo("x: the XML differs");
    }
}
