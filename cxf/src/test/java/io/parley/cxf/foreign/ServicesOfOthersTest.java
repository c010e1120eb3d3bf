package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.greeter_control.GreeterImplBaseNoWsdl;
import org.apache.cxf.greeter_control.GreeterNoWsdl;
import org.apache.cxf.mime.TestMtom;
import org.apache.cxf.mtom_xop.TestMtomImpl;
import org.apache.header_test.TestHeader;
import org.apache.header_test.TestHeaderImpl;
import org.apache.header_test.types.TestHeader1;
import org.apache.header_test.types.TestHeader2;
import org.apache.header_test.types.TestHeader2Response;
import org.apache.header_test.types.TestHeader3;
import org.apache.header_test.types.TestHeader5;
import org.apache.header_test.types.TestHeader5ResponseBody;
import org.apache.hello_world_rpclit.GreeterRPCLit;
import org.apache.hello_world_rpclit.types.MyComplexStruct;
import org.apache.hello_world_soap_http.DocLitBare;
import org.apache.hello_world_soap_http.DocLitBareGreeterImpl;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.RPCLitGreeterImpl;
import org.apache.type_substitution.Car;
import org.apache.type_substitution.CarDealer;
import org.apache.type_substitution.Porsche;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
