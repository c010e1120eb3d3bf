package io.parley.cxf.binaries;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.namespace.QName;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.swa.SwAServiceInterface;
import org.apache.cxf.swa.types.DataStruct;
import org.apache.cxf.swa.types.OutputResponseAll;
import org.apache.cxf.swa.types.VoidRequest;

/** A program with a service, a client, and an attachment of a given length that is sent to the service and back. */
final class VeryLongAttachment {
    private static final String NAMESPACE = "http://cxf.apache.org/swa";
    private static final String WSDL = "classpath:/wsdl/swa-mime.wsdl";

    private VeryLongAttachment() {}

    /** Returns what it receives. */
    @WebService(
            endpointInterface = "org.apache.cxf.swa.SwAServiceInterface",
            serviceName = "SwAService",
            portName = "SwAServiceHttpPort",
            targetNamespace = NAMESPACE,
            wsdlLocation = WSDL)
    public static final class Echo implements SwAServiceInterface {
        @Override
        public void echoData(Holder<String> text, Holder<DataHandler> data) {}

        @Override
        public void echoDataRef(Holder<DataStruct> data) {}

        @Override
        public void echoDataWithHeader(Holder<String> text, Holder<DataHandler> data, Holder<String> header) {}

        @Override
        public OutputResponseAll echoAllAttachmentTypes(
                VoidRequest request,
                Holder<DataHandler> plain,
                Holder<DataHandler> html,
                Holder<javax.xml.transform.Source> xml,
                Holder<java.awt.Image> jpeg,
                Holder<java.awt.Image> gif) {
            throw new UnsupportedOperationException();
        }
    }

    public static void main(String[] args) throws IOException {
        long length = Long.parseLong(args[0]);
        try (Published published = new Published()) {
            published.publishAny(
                    new Echo(), published.address(), SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.AUTO));
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(published.clientBus);
            factory.setServiceClass(SwAServiceInterface.class);
            factory.setWsdlURL(WSDL);
            factory.setServiceName(new QName(NAMESPACE, "SwAService"));
            factory.setEndpointName(new QName(NAMESPACE, "SwAServiceHttpPort"));
            factory.setAddress(published.address());
            factory.getFeatures().add(Published.feature(Mode.ALWAYS));
            SwAServiceInterface swa = (SwAServiceInterface) factory.create();
            Holder<DataHandler> data = new Holder<>(new DataHandler(new Generated(length)));

            swa.echoData(new Holder<>("text"), data);

            long back = GeneratedContent.check(data.value.getInputStream(), 1);
            long streamed =
                    ParleyStatus.of(ClientProxy.getClient(swa)).orElseThrow().streamedCalls();
            System.out.println("bytes " + back + " streamed " + streamed);
        }
    }

    private record Generated(long length) implements DataSource {
        @Override
        public InputStream getInputStream() {
            return new GeneratedContent(length, 1).open();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("read only");
        }

        @Override
        public String getContentType() {
            return "application/octet-stream";
        }

        @Override
        public String getName() {
            return "generated";
        }
    }
}
