package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:1::1, 2001:db8:0:1:ffff:ffff:ffff:ffff, true",
        "2001:db8:0:1::1, 2001:db8:0:2::1, false",
        "fe80:0:0:0:0:0:0:1%eth0, fe80::2, true",
        "[2001:db8::1], 2001:db8::2, true",
        "192.0.2.1, 192.0.2.2, false",
        "::ffff:192.0.2.1, 192.0.2.1, true",
        "::ffff:192.0.2.1, ::ffff:192.0.2.2, false",
        "temporary-queue 1, temporary-queue 2, false"
    })
    void hostsOfOneIpv6NetworkAreOne(String one, String other, boolean same) {
        assertThat(Network.ofHost(one).equals(Network.ofHost(other))).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "2001:db8:0:1::1", "::1"})
    void anAddressAndItsTextAreOne(String address) throws Exception {
        assertThat(Network.of(InetAddress.getByName(address))).isEqualTo(Network.ofHost(address));
    }

    @Test
    void whatIsNoAddressCountsByItself() {
        assertThat(Network.ofHost("")).isEmpty();
        assertThat(Network.ofHost("a:b:c")).isEqualTo("a:b:c");
    }
}
