package io.parley.codecs.exi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.RepresentationContract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExiContractTest implements RepresentationContract {
    /** The library counts them wrongly, so the message could not be read. */
    @ParameterizedTest
    @ValueSource(strings = {"\uD840\uDD41", "a\uD81B\uDE27b"})
    void namesWithCharactersBeyondTheBasicPlaneAreNotWritten(String name) {
        assertThatThrownBy(() -> Encoded.of(
                        representation(),
                        writer -> {
                            writer.writeStartElement(name);
                            writer.writeEndElement();
                        },
                        512))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @Override
    public Representation representation() {
        return new Exi();
    }

    @Override
    public boolean keepsTextBoundaries() {
        return false;
    }

    @Override
    public boolean keepsSections() {
        return false;
    }
}
