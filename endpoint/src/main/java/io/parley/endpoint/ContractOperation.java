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
 * @param head that of its requests in sessions without envelopes, with its name
 * @param action SOAP action; may be empty
 * @param out null if it has no response
 * @param faults details of the faults that it declares, which are sent as infoset
 * @param delivery whether its messages may be lost
 */
record ContractOperation(
        SoapHead head,
        String action,
        ContractElement in,
        @Nullable ContractElement out,
        List<ContractElement> faults,
        DeliveryTerm delivery) {
    ContractOperation {
        faults = List.copyOf(faults);
    }

    static SoapHead head(String name) {
        return SoapHead.request(SoapVersion.V1_2, name, List.of());
    }

    String name() {
        return head.action();
    }

    /** Returns the elements of its request and response, which are the agreed parts. */
    List<ContractElement> elements() {
        return out == null ? List.of(in) : List.of(in, out);
    }

    ContractElement element(PartKey.Direction direction) {
        ContractElement element = direction == PartKey.Direction.IN ? in : out;
        if (element == null) {
            throw new IllegalArgumentException("the operation " + name() + " has no response");
        }
        return element;
    }
}
