package io.parley.cxf.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.wsdl.Binding;
import javax.wsdl.Definition;
import javax.wsdl.Port;
import javax.wsdl.Service;
import javax.wsdl.WSDLException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SOAPBindingUtil;
import org.apache.cxf.service.factory.ServiceConstructionException;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.wsdl.WSDLManager;
import org.apache.cxf.wsdl11.WSDLServiceBuilder;

/**
 * Reads all services of a WSDL; {@code WSDLServiceFactory} returns the first alone. A WSDL without services, as
 * standards publish them, counts as one with a port for each of its SOAP bindings.
 */
final class WsdlServices {
    private static final Comparator<QName> BY_NAME =
            Comparator.comparing(QName::getLocalPart).thenComparing(QName::getNamespaceURI);

    private WsdlServices() {}

    /**
     * Returns CXF's models of the services, sorted by name; one for each port type of a service. Blocks.
     *
     * @throws RuntimeException as CXF and its parsers throw it, if the WSDL cannot be read
     */
    static List<ServiceInfo> read(Bus bus, String url) {
        Definition wsdl;
        try {
            wsdl = bus.getExtension(WSDLManager.class).getDefinition(url);
        } catch (WSDLException e) {
            throw new ServiceConstructionException(e);
        }
        if (services(wsdl).isEmpty()) {
            addService(wsdl);
        }
        WSDLServiceBuilder builder = new WSDLServiceBuilder(bus);
        builder.setIgnoreUnknownBindings(true);
        List<ServiceInfo> all = new ArrayList<>(builder.buildServices(wsdl));
        all.sort(Comparator.comparing(ServiceInfo::getName, BY_NAME));
        return all;
    }

    private static void addService(Definition wsdl) {
        List<Binding> bindings = bindings(wsdl).stream()
                .filter(SOAPBindingUtil::isSOAPBinding)
                .sorted(Comparator.comparing(Binding::getQName, BY_NAME))
                .toList();
        if (bindings.isEmpty()) {
            throw new IllegalArgumentException(
                    "it has neither services nor bindings of SOAP; name the WSDL that has them, which"
                            + " usually imports this one");
        }
        Service service = wsdl.createService();
        service.setQName(new QName(wsdl.getTargetNamespace(), "Service"));
        for (Binding binding : bindings) {
            Port port = wsdl.createPort();
            port.setName(binding.getQName().getLocalPart());
            port.setBinding(binding);
            service.addPort(port);
        }
        wsdl.addService(service);
    }

    @SuppressWarnings("unchecked") // WSDL4J has raw types
    private static List<Service> services(Definition wsdl) {
        return List.copyOf(wsdl.getServices().values());
    }

    @SuppressWarnings("unchecked") // as above
    private static List<Binding> bindings(Definition wsdl) {
        return List.copyOf(wsdl.getAllBindings().values());
    }
}
