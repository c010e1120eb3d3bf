package io.parley.examples.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.examples.services.Concatenation;
import io.parley.examples.services.Customer;
import io.parley.examples.services.CustomerRecords;
import io.parley.examples.services.Summation;
import io.parley.examples.services.UnknownCustomerException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceHostTest {

    @Test
    void servicesAnswerPlainClients() throws Exception {
        try (ServiceHost host = ServiceHost.start("localhost", 0, List.of());
                Clients clients = new Clients()) {
            Concatenation concatenation = clients.create(Concatenation.class, host.concatenation(), List.of());
            Summation summation = clients.create(Summation.class, host.summation(), List.of());
            CustomerRecords records = clients.create(CustomerRecords.class, host.customers(), List.of());

            assertThat(concatenation.concatenate(List.of("a", "", "ü<&>", "b"))).isEqualTo("aü<&>b");
            assertThat(summation.sum(new float[] {1.5f, 2, -0.25f})).isEqualTo(3.25f);
            Customer customer = new Customer();
            customer.setId("c-1");
            customer.setName("Anna Berg");
            customer.getOrders().add(new Customer.Order(7, new BigDecimal("12.50"), 3));
            assertThat(records.store(customer)).isEqualTo(customer);
            assertThat(records.find("c-1")).isEqualTo(customer);
            assertThatThrownBy(() -> records.find("c-2"))
                    .isInstanceOfSatisfying(
                            UnknownCustomerException.class,
                            unknown ->
                                    assertThat(unknown.getFaultInfo().getId()).isEqualTo("c-2"));
        }
    }

    @Test
    void aPortThatIsTakenIsAnErrorThatNamesIt() throws Exception {
        try (ServiceHost first = ServiceHost.start("localhost", 0, List.of())) {
            int taken = java.net.URI.create(first.summation()).getPort();

            assertThatThrownBy(() -> ServiceHost.start("localhost", taken, List.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("localhost:" + taken);
        }
    }
}
