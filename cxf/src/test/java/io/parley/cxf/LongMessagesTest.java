package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests long messages that one side reads while the other still writes them. */
class LongMessagesTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final double[] LONG = new double[60_000];

    static {
        Arrays.setAll(LONG, i -> i / 3d);
    }

    private final Published published = new Published();

    /** A bean whose members are written and read in the order of their names. */
    @XmlType(name = "course", namespace = "urn:parley:test")
    @XmlAccessorType(XmlAccessType.PROPERTY)
    public static class Course {
        static volatile CountDownLatch begun = new CountDownLatch(0);
        static volatile Runnable beforeEnd = () -> {};

        private double[] beginning = {};
        private double[] middle = {};
        private List<String> rest = new ArrayList<>();

        public double[] getBeginning() {
            return beginning;
        }

        public void setBeginning(double[] value) {
            beginning = value;
            begun.countDown();
        }

        public double[] getMiddle() {
            return middle;
        }

        public void setMiddle(double[] value) {
            middle = value;
        }

        public List<String> getRest() {
            if (!rest.isEmpty()) {
                beforeEnd.run();
            }
            return rest;
        }

        public void setRest(List<String> value) {
            rest = value;
        }
    }

    @WebService(targetNamespace = "urn:parley:test", name = "Courses")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Courses {
        @WebMethod
        @WebResult(name = "course", targetNamespace = "urn:parley:test")
        Course read(@WebParam(name = "station", targetNamespace = "urn:parley:test") String station);

        @WebMethod
        @WebResult(name = "stored", targetNamespace = "urn:parley:test")
        String store(@WebParam(name = "toStore", targetNamespace = "urn:parley:test") Course course);
    }

    @WebService(
            targetNamespace = "urn:parley:test",
            serviceName = "CoursesService",
            endpointInterface = "io.parley.cxf.LongMessagesTest$Courses")
    public static final class CoursesImpl implements Courses {
        final AtomicInteger calls = new AtomicInteger();
        final Bus bus;

        CoursesImpl(Bus bus) {
            this.bus = bus;
        }

        @Override
        public Course read(String station) {
            calls.incrementAndGet();
            return course(station);
        }

        @Override
        public String store(Course course) {
            calls.incrementAndGet();
            return course.rest.get(0);
        }
    }

    private static Course course(String station) {
        Course course = new Course();
        course.beginning = LONG;
        course.middle = LONG;
        course.rest.add(station);
        return course;
    }

    private CoursesImpl service;
    private Courses courses;

    @BeforeEach
    void connect() {
        service = new CoursesImpl(published.serviceBus);
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        courses = published.proxy(
                Courses.class,
                SOAP11,
                Published.feature(Mode.ALWAYS).set("parley.compression", "none")); // delta sends only whole messages
        assertThat(courses.read("first").rest).containsExactly("first");
        Course.begun = new CountDownLatch(1);
    }

    @AfterEach
    void stop() {
        Course.beforeEnd = () -> {};
        Course.begun = new CountDownLatch(0);
        published.close();
    }

    @Test
    void theBeginningIsDecodedBeforeTheServiceEncodedTheEnd() {
        Course.beforeEnd = LongMessagesTest::awaitBegun;

        Course read = courses.read("second");

        assertThat(read.beginning).isEqualTo(LONG);
        assertThat(read.rest).containsExactly("second");
    }

    @Test
    void theBeginningIsDecodedBeforeTheClientEncodedTheEnd() {
        Course.beforeEnd = LongMessagesTest::awaitBegun;

        assertThat(courses.store(course("second"))).isEqualTo("second");
    }

    @Test
    void aRequestThatEndsHalfReadIsNotDispatched() {
        Course.beforeEnd = () -> {
            awaitBegun();
            throw new IllegalStateException("no end");
        };

        assertThat(catchThrowable(() -> courses.store(course("second")))).isInstanceOf(WebServiceException.class);
        assertThat(service.calls).hasValue(1);
        Course.beforeEnd = () -> {};
        assertThat(courses.store(course("third"))).isEqualTo("third");
    }

    @Test
    void aFaultThatTakesThePlaceOfAResponseHalfRead() {
        Course.beforeEnd = () -> {
            awaitBegun();
            throw new IllegalStateException("no end");
        };

        assertThat(catchThrowable(() -> courses.read("second"))).isInstanceOf(SOAPFaultException.class);
        Course.beforeEnd = () -> {};
        assertThat(courses.read("third").rest).containsExactly("third");
        assertThat(service.calls).hasValue(3);
    }

    @Test
    void aResponseThatIsLostHalfReadIsAnErrorAndIsNotAskedForAgain() {
        Course.beforeEnd = () -> {
            awaitBegun();
            service.bus.shutdown(true);
        };

        assertThat(catchThrowable(() -> courses.read("second")))
                .isInstanceOf(WebServiceException.class)
                .isNotInstanceOf(SOAPFaultException.class)
                .hasStackTraceContaining("CONNECTION_LOST");
        assertThat(service.calls).hasValue(2);
    }

    /** The error is a Java {@code Error}, which CXF does not turn into a fault. */
    @Test
    void anErrorInTheMiddleEndsTheCallAndLeavesNothingOfItsMessage() {
        Course.beforeEnd = () -> {
            throw new AssertionError("no end");
        };

        assertThat(catchThrowable(() -> courses.store(course("second")))).isInstanceOf(AssertionError.class);
        assertThat(catchThrowable(() -> courses.read("third"))).isInstanceOf(WebServiceException.class);

        Course.beforeEnd = () -> {};
        assertThat(courses.read("fourth").rest).containsExactly("fourth");
        assertThat(service.calls).hasValue(3);
        assertThat(Published.status(courses).fallbacks()).isEmpty();
    }

    @Test
    void theTimeToReceiveGoesOnUntilTheResponsesEnd() {
        CountDownLatch over = new CountDownLatch(1);
        Course.beforeEnd = () -> await(over);
        Published.client(courses).getRequestContext().put("jakarta.xml.ws.client.receiveTimeout", "500");

        Throwable failure = catchThrowable(() -> courses.read("second"));

        over.countDown();
        assertThat(failure).isInstanceOf(WebServiceException.class).hasCauseInstanceOf(SocketTimeoutException.class);
        assertThat(service.calls).hasValue(2);
    }

    private static void awaitBegun() {
        await(Course.begun);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
