package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.cxf.services.ReportsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that values which no representation can carry fail as they do over SOAP, and that the session lives on. */
class UnwritableTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    /** Returns the result that the test chose. */
    @WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public static class Spoiling extends ReportsImpl {
        @Override
        @WebMethod
        @WebResult(name = "filed", targetNamespace = "urn:parley:test")
        public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
            return switch (report.station) {
                case "circle" -> circle(report);
                case "surrogate" -> Report.of("half a sign: \uD83D", null);
                case "late" -> late();
                default -> super.file(report);
            };
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aRequestThatContainsItselfFailsAsOverSoap() {
        asOverSoap(new ReportsImpl(), circle(Report.of("x", null)), Mode.AUTO);
        asOverSoap(new ReportsImpl(), circle(Report.of("x", null)), Mode.ALWAYS);
    }

    @Test
    void aRequestWithHalfASignFailsAsOverSoap() {
        asOverSoap(new ReportsImpl(), Report.of("half a sign: \uD83D", null), Mode.AUTO);
    }

    @Test
    void aResponseThatContainsItselfIsTheFaultThatSoapGives() {
        asOverSoap(new Spoiling(), Report.of("circle", null), Mode.ALWAYS);
    }

    @Test
    void aResponseWithHalfASignIsAFaultAndNoAnswer() {
        published.publishAny(new Spoiling(), published.address(), SOAP11, new ParleyFeature());
        Reports plain = published.proxy(Reports.class, SOAP11);
        Reports reports =
                published.proxy(Reports.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        works(reports);

        assertThat(catchThrowable(() -> plain.file(Report.of("surrogate", null))))
                .isNotNull();
        assertThat(catchThrowable(() -> reports.file(Report.of("surrogate", null))))
                .isInstanceOf(jakarta.xml.ws.soap.SOAPFaultException.class)
                .message()
                .startsWithIgnoringCase("Marshalling Error: index ");
        works(reports);
    }

    @Test
    void aLongResponseThatCannotBeWrittenToItsEndIsAFault() {
        published.publishAny(new Spoiling(), published.address(), SOAP11, new ParleyFeature());
        Reports reports =
                published.proxy(Reports.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        works(reports);

        assertThat(catchThrowable(() -> reports.file(Report.of("late", null))))
                .isInstanceOf(jakarta.xml.ws.soap.SOAPFaultException.class)
                .message()
                .startsWithIgnoringCase("Marshalling Error: index ");
        works(reports);
    }

    @Test
    void aLongRequestThatCannotBeWrittenToItsEndIsNotDispatched() {
        AtomicInteger filed = new AtomicInteger();
        published.publishAny(new Counting(filed), published.address(), SOAP11, new ParleyFeature());
        Reports reports =
                published.proxy(Reports.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        works(reports);

        assertThat(catchThrowable(() -> reports.file(late()))).isNotNull();
        works(reports);
        assertThat(filed).hasValue(2);
    }

    /** Counts its calls. */
    @WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public static class Counting extends ReportsImpl {
        private final AtomicInteger filed;

        Counting(AtomicInteger filed) {
            this.filed = filed;
        }

        @Override
        @WebMethod
        @WebResult(name = "filed", targetNamespace = "urn:parley:test")
        public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
            filed.incrementAndGet();
            return super.file(report);
        }
    }

    /** Returns a report that is mostly sent before its invalid end is found. */
    private static Report late() {
        Report report = Report.of("half a sign: \uD83D", null);
        report.before = Report.of("long".repeat(1_000_000), null);
        return report;
    }

    private void asOverSoap(Object service, Report unwritable, Mode mode) {
        String address = published.endpoint(mode.name());
        published.publishAny(service, address, SOAP11, new ParleyFeature());
        Reports plain = published.proxy(Reports.class, address, SOAP11);
        Reports reports = published.proxy(Reports.class, address, SOAP11, Published.patient());
        var context = Published.client(reports).getRequestContext();
        context.put("parley.mode", "always");
        works(reports);
        context.put("parley.mode", mode.name());
        Throwable overSoap = catchThrowable(() -> plain.file(unwritable));
        assertThat(overSoap).isNotNull();

        assertThat(catchThrowable(() -> reports.file(unwritable)))
                .as("over SOAP: %s", overSoap)
                .isInstanceOf(overSoap.getClass())
                .extracting(Throwable::getMessage)
                .satisfies(message -> assertThat(unnamed(message)).isEqualTo(unnamed(overSoap.getMessage())));
        context.put("parley.mode", "always");
        works(reports);
        assertThat(Published.status(reports).fallbacks().keySet()).isSubsetOf(FallbackReason.ENCODING);
    }

    /** Removes identity hash codes, by which JAXB names objects. */
    private static String unnamed(String text) {
        return String.valueOf(text).replaceAll("@[0-9a-f]+", "@");
    }

    private static void works(Reports reports) {
        assertThat(reports.file(Report.of("fine", Report.Weather.CLEAR, 1)).station)
                .isEqualTo("fine");
    }

    private static Report circle(Report report) {
        report.before = report;
        return report;
    }
}
