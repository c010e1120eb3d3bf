package io.parley.cxf.model;

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
public final class ExpendableTerms {
    private ExpendableTerms() {}

    /**
     * Returns terms of operations with those that say which messages may be lost. Those come first, since an offer has room for a limited
     * number.
     *
     * @param named operations by their local names; those that the endpoint does not have are another's
     * @param usual representations of all operations, best first
     * @throws ConfigurationException if an operation that is named has an answer
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
     * Checks that no operation that is named has an answer.
     *
     * @throws ConfigurationException otherwise
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
