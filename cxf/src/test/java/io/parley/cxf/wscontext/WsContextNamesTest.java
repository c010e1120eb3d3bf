package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.BinaryContents;
import io.parley.store.wscontext.message.Completion;
import io.parley.store.wscontext.message.ContentsVersion;
import io.parley.store.wscontext.message.ContextMessage;
import io.parley.store.wscontext.message.FaultDetail;
import io.parley.store.wscontext.message.ServiceReference;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextNames;
import io.parley.store.wscontext.message.WsContextPort;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.util.JAXBSource;
import jakarta.xml.ws.WebFault;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Tests that the names in the classes match those in the schemas and the WSDL. */
class WsContextNamesTest {
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    private static InputStream resource(String name) {
        return Objects.requireNonNull(
                WsContextPort.class.getResourceAsStream("/io/parley/store/wscontext/" + name), name);
    }

    private static Document document(String name) throws Exception {
        try (InputStream bytes = resource(name)) {
            return SafeXml.document(bytes, Limits.defaults());
        }
    }

    private static List<Element> all(Document document, String namespace, String name) {
        NodeList found = document.getElementsByTagNameNS(namespace, name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    @Test
    void everyElementOfTheSchemaIsOneOfTheInterfaceAndTheOtherWayRound() throws Exception {
        Set<String> declared = new TreeSet<>();
        for (Element element : all(document("wsctx.xsd"), SCHEMA, "element")) {
            if (element.getParentNode() == element.getOwnerDocument().getDocumentElement()) {
                declared.add(element.getAttribute("name"));
            }
        }
        Set<String> said = new TreeSet<>();
        for (Method operation : WsContextPort.class.getMethods()) {
            said.add(operation.getAnnotation(WebResult.class).name());
            for (var parameter : operation.getParameters()) {
                said.add(parameter.getAnnotation(WebParam.class).name());
            }
            said.addAll(faults(operation));
        }

        assertThat(said).isEqualTo(declared);
    }

    private static Set<String> faults(Method operation) {
        Set<String> names = new TreeSet<>();
        for (Class<?> fault : operation.getExceptionTypes()) {
            names.add(fault.getAnnotation(WebFault.class).name());
        }
        return names;
    }

    @Test
    void everyOperationOfTheWsdlHasTheMessagesFaultsAndActionsOfTheInterface() throws Exception {
        Map<String, Object> described = new TreeMap<>();
        Document wsdl = document("wsctx.wsdl");
        Element portType = all(wsdl, WSDL, "portType").get(0);
        for (Element operation : all(wsdl, WSDL, "operation")) {
            if (operation.getParentNode() == portType) {
                described.put(operation.getAttribute("name"), describedFaults(operation));
            }
        }
        Map<String, Object> said = new TreeMap<>();
        for (Method operation : WsContextPort.class.getMethods()) {
            said.put(operation.getName(), faults(operation));
            assertThat(operation.getAnnotation(WebMethod.class).action())
                    .isEqualTo(WsContextNames.NAMESPACE + "/" + operation.getName());
        }

        assertThat(said).isEqualTo(described);
        for (String soap : List.of("soap", "soap12")) {
            assertThat(all(wsdl, "http://schemas.xmlsoap.org/wsdl/" + soap + "/", "operation"))
                    .extracting(binding -> binding.getAttribute("soapAction"))
                    .containsExactlyInAnyOrderElementsOf(said.keySet().stream()
                            .map(name -> WsContextNames.NAMESPACE + "/" + name)
                            .toList());
        }
    }

    private static Set<String> describedFaults(Element operation) {
        Set<String> names = new TreeSet<>();
        NodeList faults = operation.getElementsByTagNameNS(WSDL, "fault");
        for (int i = 0; i < faults.getLength(); i++) {
            names.add(((Element) faults.item(i)).getAttribute("name"));
        }
        return names;
    }

    static Stream<JAXBElement<?>> messages() throws Exception {
        WsContext context = WsContext.named("urn:x")
                .withService(ServiceReference.at("http://example.org/", SafeXml.emptyDocument()))
                .withManager(ServiceReference.at("http://example.org/", SafeXml.emptyDocument()))
                .withExpiry(DatatypeFactory.newDefaultInstance().newXMLGregorianCalendar("2026-01-02T03:04:05.678Z"));
        context.parents().add(WsContext.named("urn:y"));
        context.contents().add(ContentsVersion.of(7));
        context.contents().add(BinaryContents.of(new byte[] {1, 2}, "application/octet-stream"));
        context.others().put(new QName("urn:z", "Id"), "z");
        Signal set = new Signal();
        set.others().add(ContentsVersion.of(8));
        return Stream.of(
                message("context", WsContext.class, context),
                message("begin", BeginRequest.class, new BeginRequest()),
                message(
                        "begin",
                        BeginRequest.class,
                        new BeginRequest().withTimeout(5).withParticipants(List.of("bob"))),
                message("begun", ContextMessage.class, ContextMessage.of(context)),
                message("complete", Completion.class, new Completion()),
                message("completed", Completion.class, Completion.of(Completion.Status.FAIL_ONLY)),
                message("getStatus", Signal.class, new Signal()),
                message("status", ActivityStatus.class, ActivityStatus.ACTIVE),
                message("timeout", Long.class, 5L),
                message("contentsSet", Signal.class, set),
                message("generalFault", FaultDetail.class, FaultDetail.of("LIMIT", "too much")));
    }

    private static <T> JAXBElement<T> message(String name, Class<T> type, T value) {
        return new JAXBElement<>(new QName(WsContextNames.NAMESPACE, name), type, value);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatTheClassesWriteIsValid(JAXBElement<?> message) throws Exception {
        JAXBContext classes = JAXBContext.newInstance(
                WsContext.class,
                BeginRequest.class,
                ContextMessage.class,
                Completion.class,
                Signal.class,
                ActivityStatus.class,
                ContentsVersion.class,
                BinaryContents.class,
                FaultDetail.class,
                Class.forName("io.parley.store.wscontext.message.Participants"));
        try (InputStream standard = resource("wsctx.xsd");
                InputStream parley = resource("parley-context.xsd")) {
            Validator validator = SafeXml.schemaFactory()
                    .newSchema(new Source[] {new StreamSource(standard), new StreamSource(parley)})
                    .newValidator();

            validator.validate(new JAXBSource(classes, message));
        }
    }
}
