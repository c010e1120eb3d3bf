package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.OperationDef;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operation that one side has for one-way and the other answers: it runs once, and the caller gets what SOAP gives it. */
class OneWayOfOneSideTest {
    private static final String NAMESPACE = "urn:parley:random-contract";

    @Shows(Use.ONE_WAY)
    @ParameterizedTest
    @CsvSource({"void, java.lang.String", "java.lang.String, void", "int, void", "void, void"})
    void anOperationThatOneSideHasForOneWayEndsAsOverSoap(String atClient, String atService) throws Exception {
        ContractDef service = contract(atService);
        ContractDef client = contract(atClient);
        OperationDef operation = client.operations().get(0);
        Tally tally = new Tally();
        Bus plain = BusFactory.newInstance().createBus();
        try (Published published = new Published()) {
            ContractService.publish(published.serviceBus, published.address(), service, tally, new ParleyFeature());
            ContractClient.Outcome expected =
                    ContractClient.bySoap(client, plain, published.address()).call(operation, 1);
            List<String> ran = tally.takeOfOneCall();
            ContractClient streamed = ContractClient.streamed(
                    client, published.clientBus, published.address(), Published.feature(Mode.ALWAYS));

            for (int i = 0; i < 2; i++) {
                ContractClient.Outcome outcome = streamed.call(operation, 1);

                assertThat(outcome).matches(expected::isSame, "like " + expected);
                assertThat(tally.take(ran.size())).isEqualTo(ran).hasSize(1);
            }
            assertThat(Published.status(streamed.proxy()).streamedCalls()).isEqualTo(2);
        } finally {
            plain.shutdown(true);
        }
    }

    private static ContractDef contract(String result) throws ClassNotFoundException {
        Class<?> type = switch (result) {
            case "void" -> void.class;
            case "int" -> int.class;
            default -> Class.forName(result);
        };
        return new ContractDef(
                NAMESPACE,
                List.of(
                        new OperationDef("tell", String.class, type),
                        new OperationDef("find", String.class, String.class)));
    }
}
