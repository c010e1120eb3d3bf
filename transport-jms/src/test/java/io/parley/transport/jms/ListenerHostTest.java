package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenerHostTest {
    @ParameterizedTest
    @CsvSource({
        "orders, orders",
        "orders.eu-1_b, orders.eu-1_b",
        ".orders, _002eorders",
        "dynamicQueues/orders, dynamicQueues_002forders",
        "orders::eu, orders_003a_003aeu",
        "Bücher, B_00fccher"
    })
    void aQueueThatIsNoHostHasItsLettersWritten(String queue, String host) {
        assertThat(ListenerHost.of(queue)).isEqualTo(host);
    }

    @Test
    void aLongNameIsCutAndStaysOneOfItsOwn() {
        String longest = "x".repeat(128);
        assertThat(ListenerHost.of(longest)).isEqualTo(longest);

        String host = ListenerHost.of(longest + "y");
        assertThat(host).hasSize(128).startsWith("x".repeat(63) + "-").isNotEqualTo(ListenerHost.of(longest + "z"));
        assertThat(ListenerHost.of("/".repeat(200))).hasSize(128).matches("[A-Za-z0-9_.-]+");
    }
}
