package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.PatientReportsImpl;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationCallback;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that suspended services learn how their requests end, through CXF's continuation callback. */
class ContinuationCallbacksTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** Records the calls of its callback. */
    @WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public static final class Listening extends PatientReportsImpl {
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        @WebMethod
        @WebResult(name = "filed", targetNamespace = "urn:parley:test")
        public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
            PhaseInterceptorChain.getCurrentMessage().getExchange().put(ContinuationCallback.class, new Noting(told));
            return super.file(report);
        }
    }

    private record Noting(List<String> told) implements ContinuationCallback {
        @Override
        public void onComplete() {
            told.add("complete");
        }

        @Override
        public void onError(Throwable error) {
            told.add("error " + error);
        }

        @Override
        public void onDisconnect() {
            told.add("disconnect");
        }
    }

    @Shows(Use.CONTINUATIONS)
    @Test
    void aCallbackIsToldThatAnAnswerIsCompleteAsOverSoap() throws Exception {
        Listening plain = new Listening();
        published.publishAny(plain, published.endpoint("plain"), SOAP11);
        Reports bySoap = published.proxy(Reports.class, published.endpoint("plain"), SOAP11);
        Listening service = new Listening();
        published.publishAny(service, published.address(), SOAP11, Published.patient());
        Reports reports = published.proxy(Reports.class, SOAP11, Published.feature(Mode.ALWAYS));

        assertThat(bySoap.file(Report.of("impatient", null)).station).startsWith("timed out");
        assertThat(reports.file(Report.of("impatient", null)).station).startsWith("timed out");

        await().atMost(PATIENCE).until(() -> !plain.told.isEmpty() && !service.told.isEmpty());
        assertThat(service.told).isEqualTo(plain.told).containsExactly("complete");
    }

    @Shows(Use.ASYNC_CANCELLED)
    @Test
    void aSuspendedServiceLearnsThatItsCallerGaveUp() throws Exception {
        Listening service = new Listening();
        published.publishAny(service, published.address(), SOAP11, Published.patient());
        // Keeps the proxy reachable: a collected proxy closes its client.
        Reports reports = published.proxy(Reports.class, SOAP11, Published.feature(Mode.ALWAYS));
        Client client = Published.client(reports);
        ClientCallback call = new ClientCallback();
        client.invoke(call, "file", Report.of("a", null));
        await().atMost(PATIENCE).until(() -> service.suspended().size() == 1);
        assertThat(service.told).isEmpty();

        assertThat(call.cancel(true)).isTrue();

        await().atMost(PATIENCE).until(() -> service.told.contains("disconnect"));
        service.suspended().forEach(Continuation::resume);
        await().atMost(PATIENCE).until(() -> service.told.size() == 2);
        ClientCallback next = new ClientCallback();
        client.invoke(next, "file", Report.of("impatient", null));
        assertThat(((Report) next.get(60, TimeUnit.SECONDS)[0]).station).startsWith("timed out");
    }
}
