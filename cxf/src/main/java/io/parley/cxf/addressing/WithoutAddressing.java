package io.parley.cxf.addressing;

import java.util.Set;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.ReadHeadersInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer;

/** Disables WS-Addressing for exchanges without its headers, for each of which CXF would log several warnings. */
final class WithoutAddressing extends AbstractSoapInterceptor {
    private static final Set<String> NAMESPACES = Set.of(
            Names.WSA_NAMESPACE_NAME,
            VersionTransformer.Names200408.WSA_NAMESPACE_NAME,
            VersionTransformer.Names200403.WSA_NAMESPACE_NAME);

    WithoutAddressing() {
        super(Phase.READ);
        addAfter(ReadHeadersInterceptor.class.getName());
    }

    @Override
    public void handleMessage(SoapMessage message) {
        boolean addressed = message.getHeaders().stream()
                .anyMatch(header -> NAMESPACES.contains(header.getName().getNamespaceURI()));
        if (!addressed) {
            message.getExchange().put(MAPAggregator.ADDRESSING_DISABLED, true);
        }
    }
}
