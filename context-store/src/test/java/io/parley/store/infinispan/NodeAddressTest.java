package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parts of a node's address, and which addresses are rejected. */
class NodeAddressTest {

    @Test
    void aDirectoryAloneIsANodeWithoutOthers() {
        NodeAddress address = NodeAddress.parse("/data/node");

        assertThat(address.isAlone()).isTrue();
        assertThat(address.directory()).isEqualTo(Path.of("/data/node"));
    }

    @Test
    void ofThreeNodesTwoDecide() {
        NodeAddress address = NodeAddress.parse("/data?node=b.example:2&nodes=a.example:1,b.example:2,[::1]:3&cluster=x"
                + "&startup-seconds=7&detection-millis=800&stack=/etc/stack.xml");

        assertThat(address.majority()).isEqualTo(2);
        assertThat(address.host()).isEqualTo("b.example");
        assertThat(address.port()).isEqualTo(2);
        assertThat(address.cluster()).isEqualTo("x");
        assertThat(address.startup()).isEqualTo(Duration.ofSeconds(7));
        assertThat(address.detection()).isEqualTo(Duration.ofMillis(800));
        assertThat(address.stack()).isEqualTo("/etc/stack.xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?node=a:1&nodes=a:1,b:2",
                "/data?node=a:1",
                "/data?nodes=a:1,b:2",
                "/data?node=c:3&nodes=a:1,b:2",
                "/data?node=a:1&nodes=a:1,a:1",
                "/data?node=a:1&nodes=a:1,b",
                "/data?node=a:1&nodes=a:1,b:2\"><x",
                "/data?node=a:1&nodes=a:1,b:2&cluster=a/b",
                "/data?node=a:1&nodes=a:1,b:2&detection-millis=0",
                "/data?node=a:1&nodes=a:1,b:2&startup-seconds=soon",
                "/data?colour=red",
                "/data?node=a:1&node=a:1&nodes=a:1"
            })
    void anotherAddressIsRefusedAndNotRepeated(String place) {
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(() -> NodeAddress.parse(place))
                .withMessageContaining("expected")
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE));
    }
}
