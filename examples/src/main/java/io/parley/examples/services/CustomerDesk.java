package io.parley.examples.services;

import jakarta.jws.WebService;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Implementation of {@link CustomerRecords} in memory. Thread-safe. */
@WebService(
        endpointInterface = "io.parley.examples.services.CustomerRecords",
        serviceName = "CustomerRecordsService",
        portName = "CustomerRecordsPort",
        targetNamespace = CustomerRecords.NAMESPACE)
public final class CustomerDesk implements CustomerRecords {
    private final Map<String, Customer> customers = new ConcurrentHashMap<>();

    @Override
    public Customer store(Customer customer) {
        customers.put(Objects.requireNonNull(customer.getId(), "customer without id"), customer);
        return customer;
    }

    @Override
    public Customer find(String id) throws UnknownCustomerException {
        @Nullable Customer customer = customers.get(id);
        if (customer == null) {
            throw new UnknownCustomerException("no customer has this id", new UnknownCustomer(id));
        }
        return customer;
    }
}
