package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import javax.xml.namespace.QName;
import org.apache.header_test.TestHeader;
import org.apache.header_test.TestHeaderImpl;
import org.apache.header_test.rpc.TestRPCHeader;
import org.apache.header_test.rpc.TestRPCHeaderImpl;
import org.apache.header_test.rpc.types.HeaderMessage;
import org.apache.header_test.types.TestHeader1;
import org.apache.header_test.types.TestHeader2;
import org.apache.header_test.types.TestHeader2Response;
import org.apache.header_test.types.TestHeader3;
import org.apache.header_test.types.TestHeader5;
import org.apache.header_test.types.TestHeader5ResponseBody;
import org.apache.headers.coloc.types.FaultDetailT;
import org.apache.headers.coloc.types.HeaderInfo;
import org.apache.headers.coloc.types.InHeaderResponseT;
import org.apache.headers.coloc.types.InHeaderT;
import org.apache.headers.coloc.types.InoutHeaderResponseT;
import org.apache.headers.coloc.types.InoutHeaderT;
import org.apache.headers.coloc.types.OutHeaderResponseT;
import org.apache.headers.coloc.types.OutHeaderT;
import org.apache.headers.doc_lit.HeaderTester;
import org.apache.headers.doc_lit.PingMeFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests services with headers from CXF's own tests in the four pairings, like {@link ServicesOfOthersTest}. */
class HeadersOfOthersTest {
    @Shows(Use.HEADER_PARAMETERS)
    @ParameterizedTest
    @EnumSource
    void headersInOutAndInOut(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/soapheader.wsdl";
            String namespace = "http://apache.org/header_test";
            TestHeader headers = foreign.publish(new TestHeaderImpl(), wsdl)
                    .proxy(
                            TestHeader.class,
                            wsdl,
                            new QName(namespace, "SOAPHeaderService"),
                            new QName(namespace, "SoapHeaderPort"));

            assertThat(headers.testHeader1(new TestHeader1(), new TestHeader1()).getResponseType())
                    .isEqualTo(TestHeader1.class.getSimpleName());

            TestHeader2 second = new TestHeader2();
            second.setRequestType("in");
            Holder<TestHeader2Response> out = new Holder<>(new TestHeader2Response());
            Holder<TestHeader2Response> outHeader = new Holder<>(new TestHeader2Response());
            headers.testHeader2(second, out, outHeader);
            assertThat(out.value.getResponseType()).isEqualTo("in");
            assertThat(outHeader.value.getResponseType()).isEqualTo("in");

            TestHeader3 third = new TestHeader3();
            third.setRequestType("body");
            Holder<TestHeader3> inOut = new Holder<>(new TestHeader3());
            inOut.value.setRequestType("header");
            assertThat(headers.testHeader3(third, inOut).getResponseType()).isEqualTo("header");
            assertThat(inOut.value.getRequestType()).isEqualTo("body");

            Holder<TestHeader5ResponseBody> body = new Holder<>(new TestHeader5ResponseBody());
            TestHeader5 fifth = new TestHeader5();
            fifth.setRequestType("fifth");
            Holder<TestHeader5> header = new Holder<>(new TestHeader5());
            headers.testHeader5(body, header, fifth);
            assertThat(body.value.getResponseType()).isEqualTo(1000);
            assertThat(header.value.getRequestType()).isEqualTo("fifth");
            foreign.check();
        }
    }

    @Shows(Use.HEADER_PARAMETERS)
    @ParameterizedTest
    @EnumSource
    void headersOfRpc(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/soapheader_rpc.wsdl";
            String namespace = "http://apache.org/header_test/rpc";
            TestRPCHeader headers = foreign.publish(new TestRPCHeaderImpl(), wsdl)
                    .proxy(
                            TestRPCHeader.class,
                            wsdl,
                            new QName(namespace, "SOAPRPCHeaderService"),
                            new QName(namespace, "SoapRPCHeaderPort"));
            HeaderMessage header = new HeaderMessage();
            header.setHeaderVal("header");
            assertThat(headers.testHeader1(header, "part")).isEqualTo("part/header");

            Holder<HeaderMessage> inOut = new Holder<>(header);
            assertThat(headers.testInOutHeader("part", inOut)).isEqualTo("header");
            assertThat(inOut.value.getHeaderVal()).isEqualTo("part");
            foreign.check();
        }
    }

    /** A service with headers of a type that its contract shares between operations. */
    @WebService(
            endpointInterface = "org.apache.headers.doc_lit.HeaderTester",
            serviceName = "SOAPHeaderService",
            portName = "SoapPort9000",
            targetNamespace = "http://apache.org/headers/doc_lit")
    public static final class Headers implements HeaderTester {
        @Override
        public InHeaderResponseT inHeader(InHeaderT in, HeaderInfo header) {
            InHeaderResponseT out = new InHeaderResponseT();
            out.setResponseType(in.getRequestType() + " " + header.getOriginator() + " " + header.getMessage());
            return out;
        }

        @Override
        public InoutHeaderResponseT inoutHeader(InoutHeaderT in, Holder<HeaderInfo> header) {
            header.value.setMessage(header.value.getMessage() + " back");
            InoutHeaderResponseT out = new InoutHeaderResponseT();
            out.setResponseType(in.getRequestType());
            return out;
        }

        @Override
        public void outHeader(OutHeaderT in, Holder<OutHeaderResponseT> out, Holder<HeaderInfo> header) {
            out.value = new OutHeaderResponseT();
            out.value.setResponseType(in.getRequestType());
            header.value = info("service", "out");
        }

        @Override
        public void pingMe(String in) throws PingMeFault {
            FaultDetailT detail = new FaultDetailT();
            detail.setMajor((short) 1);
            detail.setMinor((short) 2);
            throw new PingMeFault("pinged " + in, detail);
        }

        static HeaderInfo info(String originator, String message) {
            HeaderInfo info = new HeaderInfo();
            info.setOriginator(originator);
            info.setMessage(message);
            return info;
        }
    }

    @Shows(Use.HEADER_PARAMETERS)
    @ParameterizedTest
    @EnumSource
    void headersOfOneTypeInManyOperations(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/header_doc_lit.wsdl";
            String namespace = "http://apache.org/headers/doc_lit";
            HeaderTester headers = foreign.publish(new Headers(), wsdl)
                    .proxy(
                            HeaderTester.class,
                            wsdl,
                            new QName(namespace, "SOAPHeaderService"),
                            new QName(namespace, "SoapPort9000"));
            InHeaderT in = new InHeaderT();
            in.setRequestType("type");
            assertThat(headers.inHeader(in, Headers.info("client", "said")).getResponseType())
                    .isEqualTo("type client said");

            InoutHeaderT inOut = new InoutHeaderT();
            inOut.setRequestType("type");
            Holder<HeaderInfo> header = new Holder<>(Headers.info("client", "said"));
            assertThat(headers.inoutHeader(inOut, header).getResponseType()).isEqualTo("type");
            assertThat(header.value.getMessage()).isEqualTo("said back");

            OutHeaderT out = new OutHeaderT();
            out.setRequestType("type");
            Holder<OutHeaderResponseT> response = new Holder<>();
            Holder<HeaderInfo> outHeader = new Holder<>();
            headers.outHeader(out, response, outHeader);
            assertThat(response.value.getResponseType()).isEqualTo("type");
            assertThat(outHeader.value.getMessage()).isEqualTo("out");

            assertThat(catchThrowable(() -> headers.pingMe("x")))
                    .isInstanceOfSatisfying(
                            PingMeFault.class,
                            fault -> assertThat(fault.getFaultInfo().getMinor()).isEqualTo((short) 2));
            foreign.check();
        }
    }
}
