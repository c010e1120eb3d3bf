package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.greeter_control.GreeterImplBaseNoWsdl;
import org.apache.cxf.greeter_control.GreeterNoWsdl;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.mime.TestMtom;
import org.apache.cxf.mtom_xop.TestMtomImpl;
import org.apache.handler_test.HandlerTest;
import org.apache.handler_test.PingException;
import org.apache.handler_test.types.PingFaultDetails;
import org.apache.handlers.AddNumbers;
import org.apache.handlers.AddNumbersFault;
import org.apache.handlers.types.FaultDetail;
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
import org.apache.hello_world_rpclit.GreeterRPCLit;
import org.apache.hello_world_rpclit.types.MyComplexStruct;
import org.apache.hello_world_soap_http.DocLitBare;
import org.apache.hello_world_soap_http.DocLitBareGreeterImpl;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.RPCLitGreeterImpl;
import org.apache.hello_world_soap_http.any_types.SayHi;
import org.apache.hello_world_soap_http.any_types.SayHi1;
import org.apache.schema_validation.DoSomethingFault;
import org.apache.schema_validation.SchemaValidation;
import org.apache.schema_validation.types.ComplexStruct;
import org.apache.schema_validation.types.OccuringStruct;
import org.apache.schema_validation.types.SomeFault;
import org.apache.schema_validation.types.SomeHeader;
import org.apache.schema_validation.types.SomeRequest;
import org.apache.schema_validation.types.SomeRequestWithHeader;
import org.apache.schema_validation.types.SomeResponse;
import org.apache.schema_validation.types.SomeResponseWithHeader;
import org.apache.type_substitution.Car;
import org.apache.type_substitution.CarDealer;
import org.apache.type_substitution.Porsche;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The services that CXF tests itself with, and their generated clients, unchanged: Parley is switched on for a bus, or not,
 * and in all four pairings they answer the same. Where both sides have it every call has to stream.
 */
class ServicesOfOthersTest {
    private static final String HELLO = "http://apache.org/hello_world_soap_http";

    /** Sells what others derive from its cars. */
    @WebService(
            endpointInterface = "org.apache.type_substitution.CarDealer",
            serviceName = "CarDealerService",
            portName = "CarDealerPort",
            targetNamespace = "http://apache.org/type_substitution/")
    public static final class Dealer implements CarDealer {
        @Override
        public List<Car> getSedans(String type) {
            List<Car> cars = new ArrayList<>();
            cars.add(porsche("1998"));
            cars.add(porsche("1999"));
            return cars;
        }

        @Override
        public Car tradeIn(Car old) {
            return old instanceof Porsche ? porsche("2007") : old;
        }

        private static Porsche porsche(String year) {
            Porsche porsche = new Porsche();
            porsche.setMake("Porsche");
            porsche.setModel("Boxster");
            porsche.setYear(year);
            return porsche;
        }
    }

    @Shows(Use.WSDL_FIRST)
    @Shows(Use.GENERATED_CLIENTS)
    @ParameterizedTest
    @EnumSource
    void helloWorldWithFaultsAndOneWay(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            Greeter greeter = greeter(foreign);

            assertThat(greeter.greetMe("Ünï & <x>")).isEqualTo("Hello Ünï & <x>");
            assertThat(greeter.sayHi()).isEqualTo("Bonjour");
            greeter.greetMeOneWay("one way");
            for (String fault : List.of("BadRecordLitFault", "NoSuchCodeLitFault")) {
                assertThat(thrown(() -> greeter.testDocLitFault(fault))
                                .getClass()
                                .getSimpleName())
                        .isEqualTo(fault);
            }
            foreign.check();
        }
    }

    @Shows(Use.ASYNC_POLLING)
    @Shows(Use.ASYNC_CALLBACK)
    @ParameterizedTest
    @EnumSource
    void helloWorldByPollingAndByCallback(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            Greeter greeter = greeter(foreign);

            assertThat(greeter.greetMeAsync("polled").get(60, TimeUnit.SECONDS).getResponseType())
                    .isEqualTo("Hello polled");
            List<String> called = new ArrayList<>();
            greeter.greetMeAsync("called", response -> {
                        try {
                            called.add(response.get().getResponseType());
                        } catch (Exception e) {
                            called.add(e.toString());
                        }
                    })
                    .get(60, TimeUnit.SECONDS);
            assertThat(called).containsExactly("Hello called");
            foreign.check();
        }
    }

    private static Greeter greeter(Foreign foreign) {
        String wsdl = "classpath:/wsdl/hello_world.wsdl";
        return foreign.publish(new GreeterImpl(), wsdl)
                .proxy(Greeter.class, wsdl, new QName(HELLO, "SOAPService"), new QName(HELLO, "SoapPort"));
    }

    @ParameterizedTest
    @EnumSource
    void bareHelloWorld(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/hello_world.wsdl";
            DocLitBare greeter = foreign.publish(new DocLitBareGreeterImpl(), wsdl)
                    .proxy(
                            DocLitBare.class,
                            wsdl,
                            new QName(HELLO, "SOAPService_DocLitBare"),
                            new QName(HELLO, "SoapPort2"));

            assertThat(greeter.testDocLitBare("bare").getCompany()).isEqualTo("CXF");
            foreign.check();
        }
    }

    @ParameterizedTest
    @EnumSource
    void rpcHelloWorld(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/hello_world_rpc_lit.wsdl";
            String namespace = "http://apache.org/hello_world_rpclit";
            GreeterRPCLit greeter = foreign.publish(new RPCLitGreeterImpl(), wsdl)
                    .proxy(
                            GreeterRPCLit.class,
                            wsdl,
                            new QName(namespace, "SOAPServiceRPCLit"),
                            new QName(namespace, "SoapPortRPCLit"));
            MyComplexStruct struct = new MyComplexStruct();
            struct.setElem1("one");
            struct.setElem2("two");
            struct.setElem3(45);

            MyComplexStruct back = greeter.sendReceiveData(struct);

            assertThat(back.getElem1() + back.getElem2() + back.getElem3()).isEqualTo("onetwo45");
            assertThat(greeter.greetMe("rpc")).isEqualTo("Hello rpc");
            foreign.check();
        }
    }

    @Shows(Use.CODE_FIRST)
    @ParameterizedTest
    @EnumSource
    void theGreeterOfControlWithoutAWsdl(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            GreeterNoWsdl greeter = foreign.publish(new GreeterImplBaseNoWsdl()).proxy(GreeterNoWsdl.class);

            assertThat(greeter.greetMe("controlled")).isEqualTo("Hello controlled");
            assertThat(greeter.sayHi()).isEqualTo("Bonjour");
            foreign.check();
        }
    }

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

    @Shows(Use.MTOM)
    @ParameterizedTest
    @EnumSource
    void mtomOfOthers(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing).with("mtom-enabled", true)) {
            String wsdl = "classpath:/wsdl/mtom_xop.wsdl";
            String namespace = "http://cxf.apache.org/mime";
            TestMtom mtom = foreign.publish(new TestMtomImpl(), wsdl)
                    .proxy(
                            TestMtom.class,
                            wsdl,
                            new QName(namespace, "TestMtomService"),
                            new QName(namespace, "TestMtomPort"));
            ((SOAPBinding) ((BindingProvider) mtom).getBinding()).setMTOMEnabled(true);
            byte[] bytes = new byte[100_000];
            bytes[99_999] = 7;
            Holder<String> name = new Holder<>("call detail");
            Holder<DataHandler> data =
                    new Holder<>(new DataHandler(new ByteDataSource(bytes, "application/octet-stream")));

            mtom.testXop(name, data);

            assertThat(name.value).contains("call detail");
            assertThat(data.value.getInputStream().readAllBytes()).isEqualTo(bytes);
            foreign.check();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDealerOfCarsThatOthersDerive(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            CarDealer dealer = foreign.publish(new Dealer()).proxy(CarDealer.class);

            assertThat(dealer.getSedans("porsche"))
                    .hasSize(2)
                    .allMatch(Porsche.class::isInstance)
                    .extracting(Car::getModel)
                    .containsOnly("Boxster");
            assertThat(dealer.tradeIn(Dealer.porsche("1998"))).isInstanceOf(Porsche.class);
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

    /** Has headers of a type that its contract shares between operations. */
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

            assertThat(thrown(() -> headers.pingMe("x")))
                    .isInstanceOfSatisfying(
                            PingMeFault.class,
                            fault -> assertThat(fault.getFaultInfo().getMinor()).isEqualTo((short) 2));
            foreign.check();
        }
    }

    @Shows(Use.WILDCARDS)
    @ParameterizedTest
    @EnumSource
    void elementsOfAnySchema(Pairing pairing) {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/any.wsdl";
            String namespace = "http://apache.org/hello_world_soap_http/any";
            org.apache.hello_world_soap_http.any.Greeter greeter = foreign.publish(
                            new org.apache.hello_world_soap_http.any_types.GreeterImpl(), wsdl)
                    .proxy(
                            org.apache.hello_world_soap_http.any.Greeter.class,
                            wsdl,
                            new QName(namespace, "SOAPService"),
                            new QName(namespace, "SoapPort"));
            List<SayHi.Port> ports = new ArrayList<>();
            for (String text : List.of("one", "two")) {
                Document document = DOMUtils.createDocument();
                Element element = document.createElementNS("urn:other", "o:word");
                element.setTextContent(text);
                SayHi.Port port = new SayHi.Port();
                port.setAny(element);
                ports.add(port);
            }
            assertThat(greeter.sayHi(ports)).isEqualTo("onetwo");

            List<SayHi1.Port> typed = new ArrayList<>();
            for (String text : List.of("three", "four")) {
                SayHi1.Port port = new SayHi1.Port();
                port.setRequestType(text);
                typed.add(port);
            }
            assertThat(greeter.sayHi1(typed)).isEqualTo("threefour");
            foreign.check();
        }
    }

    /** Answers what its schema allows, or forbids. */
    @WebService(
            endpointInterface = "org.apache.schema_validation.SchemaValidation",
            serviceName = "SchemaValidationService",
            portName = "SoapPort",
            targetNamespace = "http://apache.org/schema_validation")
    public static final class Validated implements SchemaValidation {
        @Override
        public ComplexStruct getComplexStruct(String in) {
            ComplexStruct struct = new ComplexStruct();
            struct.setElem1(in);
            struct.setElem2(in.equals("invalid") ? null : "two");
            struct.setElem3(3);
            return struct;
        }

        @Override
        public boolean setComplexStruct(ComplexStruct in) {
            return true;
        }

        @Override
        public SomeResponseWithHeader doSomethingWithHeader(SomeRequestWithHeader in, SomeHeader header) {
            SomeResponseWithHeader response = new SomeResponseWithHeader();
            response.setTransactionId("aaaaaaaaaa");
            return response;
        }

        @Override
        public SomeResponse doSomething(SomeRequest in) throws DoSomethingFault {
            if (in.getId().startsWith("9")) {
                SomeFault detail = new SomeFault();
                detail.setErrorCode("1234");
                throw new DoSomethingFault("fails", detail);
            }
            SomeResponse response = new SomeResponse();
            response.setTransactionId(in.getId().startsWith("8") ? "not letters" : "aaaaaaaaaa");
            return response;
        }

        @Override
        public OccuringStruct getOccuringStruct(String in) {
            return new OccuringStruct();
        }

        @Override
        public boolean setOccuringStruct(OccuringStruct in) {
            return true;
        }
    }

    /** What the schema forbids is refused on the side that is told to look, and says the same in all pairings. */
    @Shows(Use.VALIDATION)
    @ParameterizedTest
    @EnumSource
    void schemaValidationOfOthers(Pairing pairing) throws Exception {
        for (String side : List.of("IN", "OUT", "BOTH")) {
            try (Foreign foreign = new Foreign(pairing).with("schema-validation-enabled", side)) {
                String wsdl = "classpath:/wsdl/schema_validation.wsdl";
                String namespace = "http://apache.org/schema_validation";
                SchemaValidation validated = foreign.publish(new Validated(), wsdl)
                        .proxy(
                                SchemaValidation.class,
                                wsdl,
                                new QName(namespace, "SchemaValidationService"),
                                new QName(namespace, "SoapPort"));
                SomeRequest request = new SomeRequest();
                request.setId("1234567890");
                assertThat(validated.doSomething(request).getTransactionId()).isEqualTo("aaaaaaaaaa");
                assertThat(validated.getComplexStruct("one").getElem2()).isEqualTo("two");

                request.setId("not a number");
                assertThat(thrown(() -> validated.doSomething(request)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("cvc-pattern-valid");
                request.setId("8234567890");
                assertThat(thrown(() -> validated.doSomething(request)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("cvc-pattern-valid");
                request.setId("9234567890");
                assertThat(thrown(() -> validated.doSomething(request)))
                        .isInstanceOfSatisfying(
                                DoSomethingFault.class,
                                fault -> assertThat(fault.getFaultInfo().getErrorCode())
                                        .isEqualTo("1234"));
                assertThat(thrown(() -> validated.getComplexStruct("invalid"))).isInstanceOf(WebServiceException.class);
                SomeRequestWithHeader with = new SomeRequestWithHeader();
                with.setId("1234567890");
                SomeHeader header = new SomeHeader();
                header.setId("1234567890");
                assertThat(validated.doSomethingWithHeader(with, header).getTransactionId())
                        .isEqualTo("aaaaaaaaaa");
                foreign.check();
            }
        }
    }

    /** Adds, and says so; its handlers and the client's count in between. */
    @WebService(
            endpointInterface = "org.apache.handlers.AddNumbers",
            serviceName = "AddNumbersService",
            portName = "AddNumbersPort",
            targetNamespace = "http://apache.org/handlers")
    public static final class Adding implements AddNumbers {
        @Override
        public int addNumbers(int first, int second) throws AddNumbersFault {
            if (first < 0) {
                FaultDetail detail = new FaultDetail();
                detail.setFaultInfo("negative");
                throw new AddNumbersFault("cannot add", detail);
            }
            return first + second;
        }
    }

    /** Counts what passes, and has a look at its payload. CXF shows the fault of a service to its own as a message. */
    private record Counting(AtomicInteger messages, AtomicInteger faults)
            implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            messages.incrementAndGet();
            return context.getMessage().getPayload() != null;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            faults.incrementAndGet();
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    @Shows(Use.LOGICAL_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void numbersAreAddedBetweenHandlers(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/addNumbers.wsdl";
            String namespace = "http://apache.org/handlers";
            AddNumbers adding = foreign.publish(new Adding(), wsdl)
                    .proxy(
                            AddNumbers.class,
                            wsdl,
                            new QName(namespace, "AddNumbersService"),
                            new QName(namespace, "AddNumbersPort"));
            Counting both = new Counting(new AtomicInteger(), new AtomicInteger());
            ((JaxWsEndpointImpl) foreign.server().getEndpoint())
                    .getJaxwsBinding()
                    .setHandlerChain(List.of(both));
            ((BindingProvider) adding).getBinding().setHandlerChain(List.of(both));

            assertThat(adding.addNumbers(2, 3)).isEqualTo(5);
            assertThat(thrown(() -> adding.addNumbers(-1, 3)))
                    .isInstanceOfSatisfying(
                            AddNumbersFault.class,
                            fault -> assertThat(fault.getFaultInfo().getFaultInfo())
                                    .isEqualTo("negative"));
            // Handlers of a service without Parley see the offer, which is refused behind them, and its refusal.
            boolean refused = pairing == Pairing.CLIENT_ONLY;
            assertThat(both.messages()).hasValue(refused ? 8 : 7);
            assertThat(both.faults()).hasValue(refused ? 2 : 1);
            foreign.check();
        }
    }

    /** Tells which handlers its message met; obeys what it is told. */
    @WebService(
            endpointInterface = "org.apache.handler_test.HandlerTest",
            serviceName = "HandlerTestService",
            portName = "SoapPort",
            targetNamespace = "http://apache.org/handler_test")
    public static final class Pinged implements HandlerTest {
        final BlockingQueue<String> oneWays = new LinkedBlockingQueue<>();

        @Override
        public void pingOneWay() {
            oneWays.add("pinged");
        }

        @Override
        public List<String> pingWithArgs(String command) throws PingException {
            if (command.equals("throw")) {
                PingFaultDetails detail = new PingFaultDetails();
                detail.setDetail("as told");
                throw new PingException("told to", detail);
            }
            return List.of(command);
        }

        @Override
        public List<String> ping() {
            return List.of("pong");
        }
    }

    /** Adds its name to each response, and stops what it is told to stop. */
    private record Stopping(String name) implements SOAPHandler<SOAPMessageContext> {
        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            try {
                SOAPBody body = context.getMessage().getSOAPBody();
                if (body.getTextContent().equals("stop at " + name)) {
                    throw new IllegalStateException("stopped at " + name);
                }
                NodeList infos = body.getElementsByTagNameNS("*", "HandlersInfo");
                if (infos.getLength() > 0) {
                    Element more = (Element) infos.item(0).cloneNode(false);
                    more.setTextContent(name);
                    infos.item(0).getParentNode().appendChild(more);
                }
                return true;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean handleFault(SOAPMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}

        @Override
        public Set<QName> getHeaders() {
            return Set.of();
        }
    }

    @Shows(Use.SOAP_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void handlersOfOthersAddToWhatIsAnswered(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/handler_test.wsdl";
            String namespace = "http://apache.org/handler_test";
            Pinged pinged = new Pinged();
            HandlerTest handled = foreign.publish(pinged, wsdl)
                    .proxy(
                            HandlerTest.class,
                            wsdl,
                            new QName(namespace, "HandlerTestService"),
                            new QName(namespace, "SoapPort"));
            ((JaxWsEndpointImpl) foreign.server().getEndpoint())
                    .getJaxwsBinding()
                    .setHandlerChain(List.of(new Stopping("service")));
            ((BindingProvider) handled).getBinding().setHandlerChain(List.of(new Stopping("client")));

            assertThat(handled.ping()).containsExactly("pong", "service", "client");
            assertThat(handled.pingWithArgs("args")).containsExactly("args", "service", "client");
            assertThat(thrown(() -> handled.pingWithArgs("throw")))
                    .isInstanceOfSatisfying(
                            PingException.class,
                            fault ->
                                    assertThat(fault.getFaultInfo().getDetail()).isEqualTo("as told"));
            for (String side : List.of("service", "client")) {
                assertThat(thrown(() -> handled.pingWithArgs("stop at " + side)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("stopped at " + side);
            }
            handled.pingOneWay();
            assertThat(pinged.oneWays.poll(60, TimeUnit.SECONDS)).isEqualTo("pinged");
            foreign.check();
        }
    }

    private interface Throwing {
        void run() throws Exception;
    }

    private static Exception thrown(Throwing call) {
        try {
            call.run();
        } catch (Exception e) {
            return e;
        }
        throw new AssertionError("expected an exception");
    }
}
