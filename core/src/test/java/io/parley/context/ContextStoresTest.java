package io.parley.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests addresses of stores whose engine is not on the class path. */
class ContextStoresTest {

    @ParameterizedTest
    @CsvSource({
        "sqlite:/x, found sqlite; add io.parley:parley-context-store to the class path",
        "postgresql://db/x, found postgresql; add io.parley:parley-context-store and org.postgresql:postgresql to",
        "infinispan:/x, found infinispan; add io.parley:parley-context-store and org.infinispan:infinispan-core to",
        "s3cret:/x, found another word",
        "memory, found none",
    })
    void anEngineThatIsMissingIsNamedWithItsArtifacts(String address, String text) {
        assertThatThrownBy(() -> ContextStores.open(address, StoreSettings.defaults()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE))
                .hasMessageContaining(text)
                .hasMessageNotContaining("s3cret");
    }
}
