package io.parley.examples.compare;

import io.parley.examples.contracts.ContractClasses;
import io.parley.examples.contracts.ContractException;
import io.parley.examples.contracts.ContractFolder;
import io.parley.examples.hosting.Loopback;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.wsdl.WSDLException;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.factory.ServiceConstructionException;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.wsdl.WSDLManager;
import org.apache.cxf.wsdl11.WSDLRuntimeException;
import org.apache.cxf.wsdl11.WSDLServiceBuilder;

/**
 * Compares plain SOAP and streams on any contract: generates its classes, publishes a service that answers each
 * operation with random values or a declared fault, calls it by both with the same random values, and compares what the
 * service received and what the caller got.
 */
public final class ContractComparison {
    private ContractComparison() {}

    /**
     * Compares all SOAP ports of a WSDL.
     *
     * @throws ContractException if no service or client can be created from it
     * @throws IOException if no port is available, or files cannot be written
     */
    public static ComparisonReport run(ComparisonSettings settings, ComparisonListener listener)
            throws ContractException, IOException, InterruptedException {
        List<OperationResult> results = new ArrayList<>();
        try (ContractFolder contract = ContractFolder.copy(settings.location(), settings.limits())) {
            ContractClasses classes = ContractClasses.of(contract);
            for (PortContract port : ports(contract, classes)) {
                results.addAll(compare(port, settings, listener));
            }
        }
        if (results.isEmpty()) {
            throw new ContractException("expected a port of SOAP with operations in the WSDL, found none");
        }
        return new ComparisonReport(settings.seed(), results);
    }

    static List<PortContract> ports(ContractFolder contract, ContractClasses classes) throws ContractException {
        Bus bus = Loopback.bus();
        String wsdl = contract.wsdl().toUri().toString();
        List<PortContract> ports = new ArrayList<>();
        try {
            for (ServiceInfo service : services(bus, wsdl)) {
                for (EndpointInfo endpoint : service.getEndpoints()) {
                    if (endpoint.getBinding() instanceof SoapBindingInfo) {
                        Class<?> type = classes.portType(endpoint.getInterface().getName())
                                .orElseThrow(() -> new ContractException("CXF's wsdl2java makes no interface for "
                                        + endpoint.getInterface().getName()));
                        ports.add(new PortContract(
                                wsdl,
                                service.getName(),
                                endpoint.getName(),
                                Objects.requireNonNullElse(endpoint.getAddress(), ""),
                                type,
                                contract.wantsMtom()));
                    }
                }
            }
        } catch (ServiceConstructionException | WSDLRuntimeException | WSDLException e) {
            throw new ContractException(
                    "CXF cannot read the contract: " + contract.ofOriginals(String.valueOf(e.getMessage())), e);
        } finally {
            bus.shutdown(true);
        }
        return ports;
    }

    /** Returns all services, sorted by name; CXF's factory of services returns the first alone. */
    private static List<ServiceInfo> services(Bus bus, String wsdl) throws WSDLException {
        List<ServiceInfo> services = new ArrayList<>(new WSDLServiceBuilder(bus)
                .buildServices(bus.getExtension(WSDLManager.class).getDefinition(wsdl)));
        services.sort(Comparator.comparing(service -> service.getName().toString()));
        return services;
    }

    private static List<OperationResult> compare(
            PortContract port, ComparisonSettings settings, ComparisonListener listener)
            throws ContractException, IOException, InterruptedException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // CXF first looks in the context class loader for classes named by annotations; the class path may have others
        // of these names.
        thread.setContextClassLoader(port.type().getClassLoader());
        try (StandIn service = StandIn.of(port);
                Way soap = Way.soap(port, service.plainAddress());
                Way stream = Way.stream("stream", port, service.parleyAddress(), settings.channel(), "hhfr,bnux");
                Way infoset = Way.stream("infoset", port, service.parleyAddress(), settings.channel(), "bnux")) {
            return compare(port, service, List.of(soap, stream, infoset), settings, listener);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Compares by plain SOAP, by the stream, and by the stream as infoset, in this order. */
    static List<OperationResult> compare(
            PortContract port,
            StandIn service,
            List<Way> ways,
            ComparisonSettings settings,
            ComparisonListener listener)
            throws InterruptedException {
        List<OperationResult> results = new ArrayList<>();
        Endpoint endpoint = ways.get(0).client().getEndpoint();
        List<BindingOperationInfo> operations = OperationForm.operations(endpoint).stream()
                .limit(settings.operations())
                .toList();
        listener.begin(port.name(), operations.size() * settings.calls());
        for (BindingOperationInfo operation : operations) {
            OperationResult result;
            try {
                OperationForm form = OperationForm.of(endpoint, operation);
                result = new OperationComparison(form, new GeneratedCalls(form, service, settings), ways)
                        .run(port.name(), listener);
            } catch (IllegalStateException e) {
                result = OperationResult.notCompared(
                        port.name(), operation.getName().getLocalPart(), String.valueOf(e.getMessage()));
            }
            results.add(result);
            listener.compared(result);
        }
        listener.end();
        return results;
    }
}
