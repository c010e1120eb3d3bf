package com.example.queues;

import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.JmsEndpoint;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import jakarta.xml.bind.annotation.XmlRootElement;

public final class Queues {
    @XmlRootElement(name = "numbers")
    public static final class Numbers {
        public float[] number = {};
    }

    @XmlRootElement(name = "total")
    public static final class Total {
        public float value;
    }

    private Queues() {}

    public static void main(String[] arguments) throws Exception {
        Contract contract = Contract.builder("urn:sums").operation("sum", Numbers.class, Total.class).build();
        try (EmbeddedBroker broker = EmbeddedBroker.builder().queue("sums").start()) {
            BrokerAccess access = BrokerAccess.byUrl(broker.localUrl());
            try (JmsEndpoint endpoint = JmsEndpoint.serve(contract).on("sum", Numbers.class, Queues::total).start(access, "sums");
                    JmsEndpointClient bySoap = JmsEndpointClient.of(contract).mode(Mode.NEVER).open(access, "sums");
                    JmsEndpointClient onSession = JmsEndpointClient.of(contract).mode(Mode.ALWAYS).open(access, "sums")) {
                System.out.println(Queues.class.getModule() + " and " + JmsEndpoint.class.getModule().getName() + ": "
                        + bySoap.call("sum", numbers(), Total.class).value + " by SOAP, "
                        + onSession.call("sum", numbers(), Total.class).value + " by " + onSession.channel().orElseThrow());
            }
        }
        System.exit(0); // threads of Artemis live for another minute
    }

    private static Numbers numbers() {
        Numbers numbers = new Numbers();
        numbers.number = new float[] {1, 2, 3};
        return numbers;
    }

    private static Total total(Numbers numbers) {
        Total total = new Total();
        for (float number : numbers.number) {
            total.value += number;
        }
        return total;
    }
}
