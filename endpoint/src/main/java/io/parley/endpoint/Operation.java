package io.parley.endpoint;

import io.parley.binding.PartKey;
import io.parley.negotiation.DeliveryTerm;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a contract.
 *
 * @param action that of SOAP, which may be empty
 * @param head of its requests where they have no envelope
 * @param out null if it has no response
 * @param delivery whether its messages may be lost
 */
record Operation(
        String name,
        String action,
        SoapHead head,
        ContractElement in,
        @Nullable ContractElement out,
        DeliveryTerm delivery) {
    Operation(String name, String action, ContractElement in, @Nullable ContractElement out, DeliveryTerm delivery) {
        this(name, action, SoapHead.request(SoapVersion.V1_2, name, List.of()), in, out, delivery);
    }

    List<ContractElement> elements() {
        return out == null ? List.of(in) : List.of(in, out);
    }

    ContractElement element(PartKey.Direction direction) {
        ContractElement element = direction == PartKey.Direction.IN ? in : out;
        if (element == null) {
            throw new IllegalArgumentException("the operation " + name + " has no response");
        }
        return element;
    }
}
