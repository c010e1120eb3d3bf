package io.parley.cxf.contracts;

import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.OperationDef;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.InvocationTargetException;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * A client with its own contract, which may differ from the service's.
 *
 * @param proxy with the contract's interface
 */
record ContractClient(ContractDef contract, Object proxy) {
    static ContractClient bySoap(ContractDef contract, Bus bus, String address, Feature... features) {
        return of(contract, bus, address, features);
    }

    static ContractClient streamed(ContractDef contract, Bus bus, String address, ParleyFeature terms) {
        return of(contract, bus, address, terms);
    }

    private static ContractClient of(ContractDef contract, Bus bus, String address, Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(contract.asInterface(ContractClient.class.getClassLoader()));
        factory.setServiceName(ContractService.SERVICE);
        factory.setEndpointName(ContractService.PORT);
        factory.setAddress(address);
        for (Feature feature : features) {
            factory.getFeatures().add(feature);
        }
        return new ContractClient(contract, factory.create());
    }

    /**
     * The outcome of a call.
     *
     * @param answer its result as text, {@code failed} if there is none
     * @param failure the reason if there is no result
     */
    record Outcome(String answer, @Nullable Throwable failure) {
        boolean hasAnswer() {
            return failure == null;
        }

        /** Returns true if the transport failed, rather than the service or its response. */
        boolean isLost() {
            return failure != null && !(failure instanceof SOAPFaultException);
        }

        /**
         * Returns true if the service may have run the call: the failure says so, or the call used SOAP, where CXF does
         * not tell.
         */
        boolean mayHaveRun() {
            return toString().contains("may have been dispatched") || (isLost() && !isByParley());
        }

        private boolean isByParley() {
            for (Throwable why = failure; why != null; why = why.getCause()) {
                if (why instanceof ParleyException) {
                    return true;
                }
            }
            return false;
        }

        /** Returns true if another call failed the same way, for example for a missing number in an empty response. */
        boolean isSameLoss(Outcome other) {
            return other.failure != null && failure != null && failure.getClass() == other.failure.getClass();
        }

        /** Returns true if both outcomes are the same; faults match with any text. */
        boolean isSame(Outcome other) {
            return answer.equals(other.answer);
        }

        @Override
        public String toString() {
            return failure == null ? answer : answer + ": " + failure + " by " + failure.getCause();
        }
    }

    Outcome call(OperationDef operation, int number) {
        try {
            return new Outcome(
                    ContractService.text(proxy.getClass()
                            .getMethod(operation.name(), operation.parameter())
                            .invoke(proxy, OperationDef.value(operation.parameter(), number))),
                    null);
        } catch (InvocationTargetException e) {
            return new Outcome("failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a proxy has the operations of its contract", e);
        }
    }
}
