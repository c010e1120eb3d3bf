package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.OperationDef;
import java.util.List;
import java.util.Random;

/**
 * A call planned for one of several clients, with its effect over plain SOAP.
 *
 * @param client index of the client
 * @param number its argument
 * @param ran what ran in the service: nothing, or one operation with its argument
 */
record PlannedCall(int client, OperationDef operation, int number, List<String> ran, ContractClient.Outcome expected) {
    /** Makes a random call over plain SOAP; returns it with its outcome. */
    static PlannedCall plan(Random random, List<ContractClient> bySoap, Tally tally, int number) {
        int index = random.nextInt(bySoap.size());
        ContractClient client = bySoap.get(index);
        ContractDef contract = client.contract();
        OperationDef operation =
                contract.operations().get(random.nextInt(contract.operations().size()));
        assertThat(tally.take()).as("ran and was not called").isEmpty();
        ContractClient.Outcome expected = client.call(operation, number);
        return new PlannedCall(index, operation, number, tally.takeOfOneCall(), expected);
    }

    ContractClient.Outcome make(List<ContractClient> clients) {
        return clients.get(client).call(operation, number);
    }

    @Override
    public String toString() {
        return operation.name() + "(" + number + ") of client " + client;
    }
}
