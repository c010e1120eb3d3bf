package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTest {
    private static final String SERVICE = "billing.example";

    /**
     * Attack, server-side request forgery: the client connects only to the host of the service, whatever the answer
     * names.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST",
                "localhost.",
                "localhost.localdomain",
                "127.0.0.1",
                "127.0.0.1.",
                "127.1",
                "127.0.1",
                "127.255.255.254",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "017700000001",
                "127.0.0.01",
                "0",
                "0.0.0.0",
                "[::]",
                "::",
                "[::1]",
                "::1",
                "0:0:0:0:0:0:0:1",
                "[::ffff:127.0.0.1]",
                "::ffff:10.0.0.1",
                "[::ffff:a00:1]",
                "[64:ff9b::a00:1]",
                "[fe80::1]",
                "fe80::1%eth0",
                "[fe80::1%25eth0]",
                "[fd00::1]",
                "[ff02::1]",
                "10.0.0.1",
                "172.16.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "2852039166",
                "0xa9fea9fe",
                "metadata.google.internal",
                "100.100.100.200",
                "224.0.0.1",
                "255.255.255.255",
                "127.0.0.1.nip.io",
                "billing.example.evil.example",
                "evil.billing.example",
                "billing.example..",
                "xbilling.example",
                "billing.exampl",
                "billing-example",
                "billing.example:80",
                "billing.example@evil.example",
                "evil.example#billing.example",
                "billing.example/../evil",
                "billing.example%00.evil.example",
                "billing.example\u0000",
                "billing.example ",
                " billing.example",
                "billing.example\n",
                "b\u0131lling.example",
                "billing\uff0eexample",
                "billing.example\u3002",
                "b\u00edlling.example",
                "xn--blling-3va.example",
                "[billing.example",
                "billing.example]",
                "[[billing.example]]",
                "unix:/run/x.sock",
                "file:///etc/passwd",
                "//billing.example",
                "\\\\billing.example",
                "*",
                "*.example",
                "."
            })
    void aHostileHostIsNotPermitted(String host) {
        assertThat(AddressRule.ownHostOnly().permitted(SERVICE, List.of(new HostPort(host, 443))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "billing.example, billing.example",
        "billing.example, BILLING.Example",
        "Billing.Example., billing.example",
        "billing.example, billing.example.",
        "127.0.0.1, 127.0.0.1",
        "[::1], ::1",
        "[::1], [::1]",
        "[2001:DB8::1], 2001:db8::1",
        "my_host-1, my_host-1"
    })
    void theServicesOwnHostIsPermitted(String service, String host) {
        assertThat(AddressRule.ownHostOnly().permitted(service, List.of(new HostPort(host, 7001))))
                .hasSize(1);
    }

    /** The names of queues, which are hosts of the jms channel, are distinguished by case. */
    @Test
    void theServicesOwnHostKeepsTheServicesSpelling() {
        assertThat(AddressRule.ownHostOnly().permitted("Orders", List.of(new HostPort("ORDERS", 7001))))
                .containsExactly(new HostPort("Orders", 7001));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.1", "127.0.0.1, localhost", "[::1], 0:0:0:0:0:0:0:1", "localhost, 127.0.0.1"})
    void anotherSpellingOfTheOwnHostIsNotRecognised(String service, String host) {
        assertThat(AddressRule.ownHostOnly().permitted(service, List.of(new HostPort(host, 7001))))
                .isEmpty();
    }

    /** The Kelvin sign and the long s fold to ASCII letters. */
    @ParameterizedTest
    @CsvSource({"kiosk.example, \u212Aiosk.example", "kiosk.example, kio\u017Fk.example"})
    void lettersThatOnlyFoldToAsciiDoNotMatch(String service, String host) {
        assertThat(AddressRule.ownHostOnly().permitted(service, List.of(new HostPort(host, 7001))))
                .isEmpty();
    }

    @Test
    void anAddressWithoutHostIsTheServices() {
        assertThat(AddressRule.ownHostOnly().permitted("[::1]", List.of(HostPort.ownHost(7001))))
                .containsExactly(new HostPort("::1", 7001));
    }

    @Test
    void aHostIsAllowedByItsExactNameOnly() {
        AddressRule rule = AddressRule.alsoAllowing(List.of("Stream.Example"));
        assertThat(rule.permitted(
                        SERVICE, List.of(new HostPort("stream.example", 1), new HostPort("a.stream.example", 2))))
                .containsExactly(new HostPort("stream.example", 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aPortThatIsNoneIsRefused(int port) {
        assertThatThrownBy(() -> new HostPort(SERVICE, port))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 65535");
    }

    @ParameterizedTest
    @CsvSource({
        "http://A.example:80/x, A.example, false",
        "HTTPS://a.example, a.example, true",
        "http://[::1]:8080/x, [::1], false",
        "jms:queue:orders, '', false",
        "local://a, '', false"
    })
    void aServiceAddressTellsItsHostAndProtection(String url, String host, boolean secure) {
        assertThat(ServiceAddress.of(url)).isEqualTo(new ServiceAddress(host, secure));
    }
}
