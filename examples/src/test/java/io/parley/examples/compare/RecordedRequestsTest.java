package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.examples.contracts.ContractException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests requests read from files: a file that is not an envelope is named. */
class RecordedRequestsTest {
    @TempDir
    private Path folder;

    @Test
    void aFolderWithoutEnvelopesIsRefused() throws Exception {
        Files.writeString(folder.resolve("notes.txt"), "none");
        assertThatThrownBy(() -> RecordedRequests.of(folder, Limits.defaults()))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("expected SOAP envelopes in files *.xml");
    }

    @Test
    void aFileThatIsNoEnvelopeIsNamed() throws Exception {
        Path file = folder.resolve("a.xml");
        for (String text : new String[] {
            "<a/>", "<Envelope/>", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "no XML"
        }) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> RecordedRequests.of(folder, Limits.defaults()))
                    .as(text)
                    .isInstanceOf(ContractException.class)
                    .hasMessageStartingWith("a.xml: ")
                    .hasMessageNotContaining("root:");
        }
    }

    @Test
    void anEnvelopeIsRead() throws Exception {
        Files.writeString(
                folder.resolve("a.xml"),
                "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body/></s:Envelope>");
        assertThat(RecordedRequests.of(folder, Limits.defaults())).isNotNull();
    }
}
