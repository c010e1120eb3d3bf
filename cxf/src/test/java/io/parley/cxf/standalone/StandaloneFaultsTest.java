package io.parley.cxf.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.endpoint.OperationFault;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests declared faults between endpoints without CXF and clients and services of CXF that declare them as exceptions.
 */
class StandaloneFaultsTest {
    private static final String NAMESPACE = "urn:vault";
    private static final Operation<Withdrawal, Receipt> WITHDRAW =
            Operation.of("withdraw", Withdrawal.class, Receipt.class).withFault(Overdrawn.class);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Withdrawal {
        int amount;

        static Withdrawal of(int amount) {
            Withdrawal made = new Withdrawal();
            made.amount = amount;
            return made;
        }
    }

    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Receipt {
        int amount;
    }

    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Overdrawn {
        int missing;
    }

    /** The fault as declared by CXF's services and clients. */
    @WebFault(name = "overdrawn", targetNamespace = NAMESPACE)
    public static class OverdrawnException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Overdrawn info;

        public OverdrawnException(String message, Overdrawn info) {
            super(message);
            this.info = info;
        }

        public Overdrawn getFaultInfo() {
            return info;
        }
    }

    /** The contract as declared with CXF. */
    @WebService(targetNamespace = NAMESPACE, name = "Port")
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Vault {
        @WebMethod(action = "withdraw")
        @WebResult(name = "receipt", targetNamespace = NAMESPACE)
        Receipt withdraw(@WebParam(name = "withdrawal", targetNamespace = NAMESPACE) Withdrawal withdrawal)
                throws OverdrawnException;
    }

    /** The service of CXF. */
    @WebService(
            targetNamespace = NAMESPACE,
            serviceName = "Service",
            portName = "Port",
            endpointInterface = "io.parley.cxf.standalone.StandaloneFaultsTest$Vault")
    public static final class VaultService implements Vault {
        @Override
        public Receipt withdraw(Withdrawal withdrawal) throws OverdrawnException {
            if (withdrawal.amount > 100) {
                throw new OverdrawnException("not enough", overdrawn(withdrawal));
            }
            return receipt(withdrawal);
        }
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, V1_1", "ALWAYS, V1_2", "NEVER, V1_1", "NEVER, V1_2"})
    void aServiceOfCxfThrowsWhatItsCallerWithoutCxfDeclares(Mode mode, SoapVersion version) {
        Published published = kept(new Published());
        String address = "http://localhost:" + FreePort.find() + "/vault";
        published.publishAny(new VaultService(), address, binding(version), Published.patient());
        HttpEndpointClient client = kept(HttpEndpointClient.of(Contract.of(NAMESPACE, WITHDRAW))
                .mode(mode)
                .version(version)
                .channels("stream")
                .open(URI.create(address)));

        assertThatThrownBy(() -> client.call(WITHDRAW, Withdrawal.of(107)))
                .isInstanceOfSatisfying(OperationFault.class, fault -> {
                    assertThat(fault).hasMessage("not enough");
                    assertThat(fault.detail(Overdrawn.class).orElseThrow().missing)
                            .isEqualTo(7);
                });
        assertThat(client.call(WITHDRAW, Withdrawal.of(5)).amount).isEqualTo(5);
        assertThat(client.channel().isPresent()).isEqualTo(mode == Mode.ALWAYS);
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, Soap11Port", "ALWAYS, Soap12Port", "NEVER, Soap11Port", "NEVER, Soap12Port"})
    void aClientOfTheWsdlGetsTheExceptionOfAnEndpointWithoutCxf(Mode mode, String port) throws Exception {
        HttpEndpoint endpoint = kept(HttpEndpoint.serve(Contract.of(NAMESPACE, WITHDRAW))
                .on(WITHDRAW, StandaloneFaultsTest::withdraw)
                .start(0));
        Service service = Service.create(URI.create(endpoint.url() + "?wsdl").toURL(), new QName(NAMESPACE, "Service"));
        ParleyFeature feature = Published.patient().mode(mode).set("parley.channels", "stream");
        Vault vault = service.getPort(new QName(NAMESPACE, port), Vault.class, feature);

        assertThatThrownBy(() -> vault.withdraw(Withdrawal.of(107)))
                .isInstanceOfSatisfying(OverdrawnException.class, e -> {
                    assertThat(e).hasMessage("not enough");
                    assertThat(e.getFaultInfo().missing).isEqualTo(7);
                });
        assertThat(vault.withdraw(Withdrawal.of(5)).amount).isEqualTo(5);
        assertThat(Published.status(vault).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 2 : 0);
    }

    private static Receipt withdraw(Withdrawal withdrawal) {
        if (withdrawal.amount > 100) {
            throw new OperationFault("not enough", overdrawn(withdrawal));
        }
        return receipt(withdrawal);
    }

    private static Overdrawn overdrawn(Withdrawal withdrawal) {
        Overdrawn detail = new Overdrawn();
        detail.missing = withdrawal.amount - 100;
        return detail;
    }

    private static Receipt receipt(Withdrawal withdrawal) {
        Receipt receipt = new Receipt();
        receipt.amount = withdrawal.amount;
        return receipt;
    }

    private static String binding(SoapVersion version) {
        return version == SoapVersion.V1_1
                ? jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING
                : jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING;
    }

    /** Registers a resource, to be closed before the ones registered earlier. */
    private <T extends AutoCloseable> T kept(T each) {
        open.add(0, each);
        return each;
    }
}
