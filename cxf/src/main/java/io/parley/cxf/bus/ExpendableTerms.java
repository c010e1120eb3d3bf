package io.parley.cxf.bus;

import io.parley.ConfigurationException;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.OperationTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.model.OperationInfo;

/** Terms of an endpoint's one-way operations whose messages may be lost. */
final class ExpendableTerms {
    private ExpendableTerms() {}

    /**
     * Returns the terms with a delivery term added for each expendable operation. Those come first, since the number of
     * terms in an offer is limited.
     *
     * @param named delivery terms by the operation's local name; names that the endpoint does not have are ignored
     * @param usual default representations of all operations, best first
     * @throws ConfigurationException if a named operation has a response
     */
    public static List<OperationTerm> with(
            List<OperationTerm> terms, Map<String, DeliveryTerm> named, Endpoint endpoint, List<String> usual) {
        if (named.isEmpty()) {
            return terms;
        }
        check(named, endpoint);
        List<OperationTerm> all = new ArrayList<>();
        for (OperationInfo operation : operations(endpoint)) {
            DeliveryTerm delivery = named.get(operation.getName().getLocalPart());
            if (delivery != null) {
                String name = operation.getName().toString();
                List<String> representations = terms.stream()
                        .filter(each -> each.operation().equals(name))
                        .findFirst()
                        .map(OperationTerm::representations)
                        .orElse(usual);
                all.add(new OperationTerm(name, representations, delivery.term()));
            }
        }
        List<String> added = all.stream().map(OperationTerm::operation).toList();
        terms.stream().filter(each -> !added.contains(each.operation())).forEach(all::add);
        return all;
    }

    /**
     * Checks that all named operations are one-way.
     *
     * @throws ConfigurationException if one has a response
     */
    public static void check(Map<String, DeliveryTerm> named, Endpoint endpoint) {
        for (OperationInfo operation : operations(endpoint)) {
            if (named.containsKey(operation.getName().getLocalPart()) && !operation.isOneWay()) {
                throw new ConfigurationException(
                                "parley.expendable",
                                "one-way operations, since their messages alone may be lost",
                                operation.getName().getLocalPart() + ", which has an answer",
                                "leave it out, and @Expendable at its method")
                        .at("at " + operation.getInterface().getName());
            }
        }
    }

    private static Collection<OperationInfo> operations(Endpoint endpoint) {
        return endpoint.getEndpointInfo().getService().getInterface().getOperations();
    }
}
