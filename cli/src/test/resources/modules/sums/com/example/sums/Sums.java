package com.example.sums;

import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.xml.bind.annotation.XmlRootElement;

public final class Sums {
    @XmlRootElement(name = "numbers")
    public static final class Numbers {
        public float[] number = {};
    }

    @XmlRootElement(name = "total")
    public static final class Total {
        public float value;
    }

    private Sums() {}

    public static void main(String[] arguments) throws Exception {
        Contract contract = Contract.builder("urn:sums").operation("sum", Numbers.class, Total.class).build();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(contract).on("sum", Numbers.class, Sums::total).start(0);
                HttpEndpointClient client = HttpEndpointClient.of(contract).mode(Mode.ALWAYS).open(endpoint.url())) {
            Numbers numbers = new Numbers();
            numbers.number = new float[] {1, 2, 3};
            System.out.println(Sums.class.getModule() + ": " + client.call("sum", numbers, Total.class).value + " by "
                    + client.channel().orElseThrow());
        }
    }

    private static Total total(Numbers numbers) {
        Total total = new Total();
        for (float number : numbers.number) {
            total.value += number;
        }
        return total;
    }
}
