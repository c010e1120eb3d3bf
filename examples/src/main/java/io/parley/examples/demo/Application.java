package io.parley.examples.demo;

import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.Concatenation;
import io.parley.examples.services.Customer;
import io.parley.examples.services.CustomerRecords;
import io.parley.examples.services.Summation;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * One application of the demo: a service, and the call that is repeated.
 *
 * @param name name for the report
 * @param port interface of the service
 * @param address returns the service's address at a host
 * @param request creates the request of a call by its number; not timed
 * @param call makes the call; its results by SOAP and stream are compared
 */
record Application<P, Q>(
        String name,
        Class<P> port,
        Function<ServiceHost, String> address,
        IntFunction<Q> request,
        BiFunction<P, Q, Object> call) {

    /**
     * Returns the two applications of the HHFR paper and a customer record.
     *
     * @param strings strings per message of the first application
     * @param floats floats per message of the second application
     */
    static List<Application<?, ?>> all(int strings, int floats) {
        return List.of(concatenation(strings), summation(floats), customers());
    }

    /** Returns the application that sends {@code strings} strings and receives one. */
    static Application<Concatenation, List<String>> concatenation(int strings) {
        return new Application<>(
                "string concatenation",
                Concatenation.class,
                ServiceHost::concatenation,
                number -> IntStream.range(0, strings)
                        .mapToObj(i -> "text-" + number + "-" + i)
                        .toList(),
                Concatenation::concatenate);
    }

    /** Returns the application that sends {@code floats} floats and receives one. */
    static Application<Summation, float[]> summation(int floats) {
        return new Application<>(
                "sum of floats",
                Summation.class,
                ServiceHost::summation,
                number -> {
                    float[] numbers = new float[floats];
                    for (int i = 0; i < floats; i++) {
                        numbers[i] = number + i / 7f;
                    }
                    return numbers;
                },
                Summation::sum);
    }

    /** Returns the application that sends and receives a record with two addresses and ten orders. */
    static Application<CustomerRecords, Customer> customers() {
        XMLGregorianCalendar since = date(2004, 2, 29);
        return new Application<>(
                "customer record",
                CustomerRecords.class,
                ServiceHost::customers,
                number -> customer(number, since),
                CustomerRecords::store);
    }

    private static Customer customer(int number, XMLGregorianCalendar since) {
        Customer customer = new Customer();
        customer.setId("c-" + number);
        customer.setName("Anna Müller-Øst " + number);
        customer.setSince(since);
        customer.setRating(Customer.Rating.GOLD);
        customer.getAddresses().add(new Customer.Address("Hauptstraße 7", "Köln", "DE"));
        customer.getAddresses().add(new Customer.Address("12 High Street", "Leeds", "GB"));
        for (int i = 0; i < 10; i++) {
            customer.getOrders().add(new Customer.Order(number * 100L + i, new BigDecimal("19.90"), i));
        }
        return customer;
    }

    private static XMLGregorianCalendar date(int year, int month, int day) {
        try {
            return DatatypeFactory.newInstance()
                    .newXMLGregorianCalendarDate(year, month, day, DatatypeConstants.FIELD_UNDEFINED);
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("this Java has no XML data types", e);
        }
    }
}
