package io.parley.examples.compare;

import io.parley.examples.contracts.ContractClasses;
import io.parley.examples.contracts.ContractException;
import io.parley.examples.contracts.ContractFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.endpoint.Endpoint;

/**
 * Compares plain SOAP and streams on an existing service, with requests from files. Each request is sent by every
 * transport in turn, so the service runs it as often. Used once, by one thread.
 */
public final class ServiceComparison {
    private static final double NANOS_PER_MILLI = 1e6;

    private final ServiceSettings settings;
    private final ComparisonListener listener;

    private ServiceComparison(ServiceSettings settings, ComparisonListener listener) {
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Result for a service.
     *
     * @param breakEven empty unless all operations were compared
     */
    public record Report(ComparisonReport comparison, Optional<BreakEven> breakEven) {}

    /**
     * Sends all requests to the first SOAP port of a WSDL that has their operations.
     *
     * @throws ContractException if no client can be created from the WSDL, or a request belongs to no operation
     * @throws IOException if files cannot be written, or the requests cannot be read
     */
    public static Report run(ServiceSettings settings, ComparisonListener listener)
            throws ContractException, IOException, InterruptedException {
        RecordedRequests requests = RecordedRequests.of(settings.requests(), settings.limits());
        try (ContractFolder contract = ContractFolder.copy(settings.service().wsdl(), settings.limits())) {
            List<PortContract> ports = ContractComparison.ports(contract, ContractClasses.of(contract));
            return new ServiceComparison(settings, listener).run(portFor(requests, ports), requests);
        }
    }

    /** Returns the first port that has an operation for each request. */
    private static PortContract portFor(RecordedRequests requests, List<PortContract> ports) throws ContractException {
        ContractException first = null;
        for (PortContract port : ports) {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(port.type().getClassLoader());
            try (Way soap = Way.soap(port, port.address())) {
                requests.of(forms(soap.client().getEndpoint()));
                return port;
            } catch (ContractException e) {
                first = first == null ? e : first;
            } finally {
                thread.setContextClassLoader(before);
            }
        }
        throw first == null ? new ContractException("expected a SOAP port in the WSDL, found none") : first;
    }

    private Report run(PortContract port, RecordedRequests requests) throws ContractException, InterruptedException {
        String address = settings.service().known().orElse(port.address());
        if (address.isEmpty()) {
            throw new ContractException("expected the address of the service in the WSDL, found none; give one");
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(port.type().getClassLoader());
        try (Way soap = Way.soap(port, address);
                Way stream = stream("stream", port, address, "hhfr,bnux");
                Way infoset = stream("infoset", port, address, "bnux")) {
            List<Way> ways = List.of(soap, stream, infoset);
            ways.forEach(way -> way.send(settings.service().headers()));
            List<RecordedRequests.OfOperation> all =
                    requests.of(forms(soap.client().getEndpoint()));
            ComparisonReport report = new ComparisonReport(0, compare(port.name(), ways, all));
            return new Report(
                    report,
                    report.operations().stream()
                                    .allMatch(each -> each.obstacle().isEmpty())
                            ? Optional.of(breakEven(port, address, all.get(0), report))
                            : Optional.empty());
        } catch (XMLStreamException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Way stream(String name, PortContract port, String address, String representations) {
        return Way.stream(name, port, address, settings.channel(), representations);
    }

    private List<OperationResult> compare(String port, List<Way> ways, List<RecordedRequests.OfOperation> all)
            throws InterruptedException {
        listener.begin(
                port, all.stream().mapToInt(each -> each.requests().size()).sum() * settings.rounds());
        List<OperationResult> results = new ArrayList<>();
        for (RecordedRequests.OfOperation each : all) {
            Calls calls = new RecordedCalls(each.requests(), settings.rounds());
            OperationResult result = new OperationComparison(each.operation(), calls, ways).run(port, listener);
            results.add(result);
            listener.compared(result);
        }
        listener.end();
        return results;
    }

    /**
     * Returns the operations that the generated interface supports; requests of others are refused with their file
     * name.
     */
    private static List<OperationForm> forms(Endpoint endpoint) {
        return OperationForm.operations(endpoint).stream()
                .flatMap(operation -> OperationForm.find(endpoint, operation).stream())
                .toList();
    }

    /**
     * Returns the break-even point from the first and the second call of a new client; classes are loaded and compiled
     * by now.
     */
    private BreakEven breakEven(
            PortContract port, String address, RecordedRequests.OfOperation any, ComparisonReport report)
            throws XMLStreamException, IllegalAccessException {
        try (Way fresh = stream("stream", port, address, "hhfr,bnux")) {
            fresh.send(settings.service().headers());
            List<String> request = any.requests().get(0);
            long first = Outcome.of(fresh.proxy(), any.operation(), request).nanos();
            long second = Outcome.of(fresh.proxy(), any.operation(), request).nanos();
            return new BreakEven((first - second) / NANOS_PER_MILLI, saved(report));
        }
    }

    private static double saved(ComparisonReport report) {
        double saved = report.operations().stream()
                .mapToDouble(each ->
                        each.calls() * (each.soap().millis() - each.stream().millis()))
                .sum();
        return saved
                / report.operations().stream().mapToInt(OperationResult::calls).sum();
    }
}
