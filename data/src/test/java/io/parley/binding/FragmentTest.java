package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a fragment can be moved: it takes along the outer declarations that it uses. */
class FragmentTest {
    private static final String AROUND = "<around xmlns:p='urn:p' xmlns:ä-1.x='urn:ä' xmlns:unused='urn:u'>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>p:name</a>",
                "<a> p:name </a>",
                "<a>one q:other p:name</a>",
                "<a>/p:a/b[@p:c]</a>",
                "<a>un<!--c-->p:name</a>",
                "<a><![CDATA[p]]>:name</a>",
                "<a><b v='p:name'/></a>",
                "<a><b>text</b>p:name</a>",
                "<a><b xmlns:p='urn:inner'>p:name</b>p:name</a>",
            })
    void aPrefixInATextKeepsItsMeaning(String element) throws Exception {
        XMLStreamReader moved = moved(AROUND + element + "</around>");

        assertThat(moved.getNamespaceURI("p")).isEqualTo("urn:p");
        assertThat(moved.getNamespaceURI("unused")).isNull();
    }

    @Test
    void aPrefixMayHaveAnyCharacterThatANameMayHave() throws Exception {
        assertThat(moved(AROUND + "<a>ä-1.x:name</a></around>").getNamespaceURI("ä-1.x"))
                .isEqualTo("urn:ä");
    }

    @Test
    void aNameWithoutPrefixKeepsTheDefaultNamespace() throws Exception {
        XMLStreamReader moved = moved("<around xmlns='urn:d' xmlns:p='urn:p'><p:a>name</p:a></around>");

        assertThat(moved.getNamespaceURI("")).isEqualTo("urn:d");
    }

    /** Moves the first element of a document; returns a reader at its start in another document. */
    private static XMLStreamReader moved(String document) throws Exception {
        XMLStreamReader in = SafeXml.reader(new StringReader(document), Limits.defaults());
        in.nextTag();
        in.nextTag();
        QName name = in.getName();
        Fragment fragment = Fragment.read(in);
        StringWriter text = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(text);
        fragment.write(out);
        out.close();
        XMLStreamReader moved = SafeXml.reader(new StringReader(text.toString()), Limits.defaults());
        moved.nextTag();
        assertThat(moved.getName()).isEqualTo(name);
        return moved;
    }
}
