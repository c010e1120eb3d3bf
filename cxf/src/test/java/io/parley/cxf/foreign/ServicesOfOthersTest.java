package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.greeter_control.GreeterImplBaseNoWsdl;
import org.apache.cxf.greeter_control.GreeterNoWsdl;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.mime.TestMtom;
import org.apache.cxf.mtom_xop.TestMtomImpl;
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

/**
 * Tests the services of CXF's own tests with their generated clients, unchanged: Parley is switched on for a bus, or
 * not, and responses are the same in all four pairings. If both sides have it every call must stream.
 */
class ServicesOfOthersTest {
    private static final String HELLO = "http://apache.org/hello_world_soap_http";

    /** Sells types that third-party code derives from its cars. */
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
                assertThat(catchThrowable(() -> greeter.testDocLitFault(fault))
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

    /** Returns results that its schema allows, or forbids. */
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

    /** The side that validates refuses what the schema forbids, with the same message in all pairings. */
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
                assertThat(catchThrowable(() -> validated.doSomething(request)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("cvc-pattern-valid");
                request.setId("8234567890");
                assertThat(catchThrowable(() -> validated.doSomething(request)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("cvc-pattern-valid");
                request.setId("9234567890");
                assertThat(catchThrowable(() -> validated.doSomething(request)))
                        .isInstanceOfSatisfying(
                                DoSomethingFault.class,
                                fault -> assertThat(fault.getFaultInfo().getErrorCode())
                                        .isEqualTo("1234"));
                assertThat(catchThrowable(() -> validated.getComplexStruct("invalid")))
                        .isInstanceOf(WebServiceException.class);
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
}
