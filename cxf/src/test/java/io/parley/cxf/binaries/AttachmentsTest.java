package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.AttachmentImpl;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests attachments of whole SOAP messages: they travel beside the message on the stream, in both directions, and are
 * never whole in memory.
 */
class AttachmentsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int LONG = 1_000_000;
    /** Far more than its window and the buffers on the path hold. */
    private static final int VERY_LONG = 30_000_000;

    private final Published published = new Published();

    /** Returns a message that {@code task} makes from the request. */
    @WebServiceProvider(serviceName = "Relay", portName = "RelayPort", targetNamespace = "urn:parley:relay")
    @ServiceMode(Service.Mode.MESSAGE)
    public static final class RelayService implements Provider<SOAPMessage> {
        private final Task task;

        RelayService(Task task) {
            this.task = task;
        }

        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            try {
                SOAPMessage answer = MessageFactory.newInstance().createMessage();
                answer.getSOAPBody().addChildElement(new QName("urn:parley:relay", "answer"));
                task.run(request, answer);
                return answer;
            } catch (SOAPException | IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    interface Task {
        void run(SOAPMessage request, SOAPMessage answer) throws SOAPException, IOException, InterruptedException;
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.ATTACHMENTS)
    @Shows(Use.PROVIDER_SOAP_MESSAGE)
    @Test
    void messagesWithAttachmentsGoBothWaysWithTheirHeadersAndOrder() throws Exception {
        Dispatch<SOAPMessage> relay =
                dispatch((request, answer) -> request.getAttachments().forEachRemaining(part -> {
                    AttachmentPart again = answer.createAttachmentPart(handler(part));
                    again.setContentId(part.getContentId());
                    again.addMimeHeader("X-Said", part.getMimeHeader("X-Said")[0]);
                    answer.addAttachmentPart(again);
                }));
        SOAPMessage request = message();
        attach(request, "a", GeneratedFile.of(10, "a/b"));
        attach(request, "b", GeneratedFile.of(LONG, "c/d"));

        SOAPMessage answer = relay.invoke(request);

        assertThat(answer.countAttachments()).isEqualTo(2);
        int number = 0;
        for (Iterator<AttachmentPart> parts = answer.getAttachments(); parts.hasNext(); number++) {
            AttachmentPart part = parts.next();
            int length = number == 0 ? 10 : LONG;
            assertThat(part.getContentId()).contains(number == 0 ? "a" : "b");
            assertThat(part.getMimeHeader("X-Said")).containsExactly("said " + (number == 0 ? "a" : "b"));
            assertThat(part.getContentType()).isEqualTo(number == 0 ? "a/b" : "c/d");
            assertThat(GeneratedFile.check(part.getDataHandler(), length)).isEqualTo(length);
        }
        assertThat(status(relay).streamedCalls()).isEqualTo(1);
        assertThat(status(relay).fallbacks()).isEmpty();
    }

    @Test
    void whatNobodyReadsHoldsUpNoCall() throws Exception {
        Dispatch<SOAPMessage> relay = dispatch((request, answer) -> {});
        for (int i = 0; i < 200; i++) {
            SOAPMessage request = message();
            attach(request, "unread", GeneratedFile.of(100_000, "a/b"));
            assertThat(relay.invoke(request).countAttachments()).isZero();
        }
        assertThat(status(relay).streamedCalls()).isEqualTo(200);
    }

    @Test
    void aReaderThatStopsHalfWayStopsItsSenderAndNobodyElse() throws Exception {
        GeneratedContent content = new GeneratedContent(VERY_LONG, 1);
        Dispatch<SOAPMessage> relay = dispatch((request, answer) -> {
            if (request.countAttachments() > 0) {
                try (InputStream in = handler(request.getAttachments().next()).getInputStream()) {
                    assertThat(in.readNBytes(LONG)).hasSize(LONG);
                }
            }
        });
        SOAPMessage request = message();
        attach(request, "left", handler(content));

        relay.invoke(request);

        assertThat(content.awaitClosed()).isTrue();
        assertThat(content.read()).isLessThan(VERY_LONG);
        relay.invoke(message());
    }

    @Test
    void aSlowReaderHoldsTheSenderBackAndOtherCallsGoOn() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        GeneratedContent content = new GeneratedContent(VERY_LONG, 1);
        AtomicReference<Long> length = new AtomicReference<>();
        Dispatch<SOAPMessage> relay = dispatch((request, answer) -> {
            if (request.countAttachments() > 0) {
                assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
                length.set(GeneratedContent.check(
                        handler(request.getAttachments().next()).getInputStream(), 1));
            }
        });
        SOAPMessage request = message();
        attach(request, "slow", handler(content));

        Response<SOAPMessage> slow = relay.invokeAsync(request);
        for (int i = 0; i < 20; i++) {
            relay.invoke(message());
        }
        assertThat(content.read()).isLessThan(VERY_LONG);
        goOn.countDown();
        slow.get(60, TimeUnit.SECONDS);

        assertThat(length.get()).isEqualTo(VERY_LONG);
    }

    @Test
    void anAttachmentThatFailsWhileItIsReadFailsItsReaderWithTheCause() throws Exception {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Dispatch<SOAPMessage> relay = dispatch((request, answer) -> {
            try (InputStream in = handler(request.getAttachments().next()).getInputStream()) {
                in.readAllBytes();
            } catch (IOException e) {
                seen.set(e);
            }
        });
        SOAPMessage request = message();
        attach(request, "failing", handler(new GeneratedContent(LONG, 1).failingAt(LONG / 2)));

        relay.invoke(request);

        assertThat(seen.get().getCause())
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @Test
    void anAttachmentThatCannotEvenBeOpenedFailsTheCallThatMustStream() throws Exception {
        Dispatch<SOAPMessage> relay = dispatch((request, answer) -> {});
        SOAPMessage request = message();
        attach(request, "failing", handler(new GeneratedContent(LONG, 1).failingAt(0)));

        assertThatThrownBy(() -> relay.invoke(request)).hasStackTraceContaining("attachment 0");
    }

    /** The application's interceptors attach content as late as CXF permits. */
    @Shows(Use.ATTACHMENTS)
    @Test
    void whatAnInterceptorAttachesGoesWithTheMessage() throws Exception {
        AtomicReference<Long> length = new AtomicReference<>();
        Dispatch<SOAPMessage> relay = dispatch((request, answer) ->
                length.set(GeneratedFile.check(handler(request.getAttachments().next()), LONG)));
        ((DispatchImpl<?>) relay)
                .getClient()
                .getOutInterceptors()
                .add(new AbstractPhaseInterceptor<>(Phase.PRE_LOGICAL) {
                    @Override
                    public void handleMessage(Message message) {
                        Attachment late = new AttachmentImpl("late", GeneratedFile.of(LONG, "a/b"));
                        message.setAttachments(new ArrayList<>(List.of(late)));
                    }
                });

        relay.invoke(message());

        assertThat(length.get()).isEqualTo(LONG);
    }

    @Test
    void beyondTheAgreedSideStreamsShortOnesGoInTheMessageAndLongOnesBySoap() throws Exception {
        AtomicReference<Integer> last = new AtomicReference<>();
        Dispatch<SOAPMessage> relay = dispatch(
                (request, answer) -> {
                    for (Iterator<AttachmentPart> parts = request.getAttachments(); parts.hasNext(); ) {
                        last.set(handler(parts.next()).getInputStream().readAllBytes().length);
                    }
                },
                Published.feature(Mode.ALWAYS).limit(Limit.SIDES, 1).limit(Limit.STRING_BYTES, 100_000));
        SOAPMessage request = message();
        attach(request, "beside", GeneratedFile.of(LONG, "a/b"));
        attach(request, "within", GeneratedFile.of(100_000, "a/b"));
        relay.invoke(request);
        assertThat(last.get()).isEqualTo(100_000);
        relay.getRequestContext().put("parley.mode", "auto");

        SOAPMessage second = message();
        attach(second, "beside", GeneratedFile.of(LONG, "a/b"));
        attach(second, "neither", GeneratedFile.of(100_001, "a/b"));
        relay.invoke(second);

        assertThat(last.get()).isEqualTo(100_001);
        assertThat(status(relay).fallbacks()).containsOnlyKeys(FallbackReason.of(ErrorCode.ENCODING));
    }

    private Dispatch<SOAPMessage> dispatch(Task task) {
        return dispatch(task, Published.feature(Mode.ALWAYS));
    }

    private Dispatch<SOAPMessage> dispatch(Task task, ParleyFeature feature) {
        published.publishAny(new RelayService(task), published.address(), SOAP11, Published.feature(Mode.AUTO));
        Service service = Service.create(new QName("urn:parley:relay", "Relay"));
        QName port = new QName("urn:parley:relay", "RelayPort");
        service.addPort(port, SOAP11, published.address());
        return service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE, feature);
    }

    private static ParleyStatus status(Dispatch<SOAPMessage> dispatch) {
        return ParleyStatus.of(((DispatchImpl<?>) dispatch).getClient()).orElseThrow();
    }

    private static SOAPMessage message() throws SOAPException {
        SOAPMessage message = MessageFactory.newInstance().createMessage();
        message.getSOAPBody().addChildElement(new QName("urn:parley:relay", "ask"));
        return message;
    }

    private static void attach(SOAPMessage message, String id, DataHandler content) {
        AttachmentPart part = message.createAttachmentPart(content);
        part.setContentId('<' + id + '>');
        part.addMimeHeader("X-Said", "said " + id);
        message.addAttachmentPart(part);
    }

    private static DataHandler handler(AttachmentPart part) {
        try {
            return part.getDataHandler();
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DataHandler handler(GeneratedContent content) {
        return new DataHandler(new DataSource() {
            @Override
            public InputStream getInputStream() {
                return content.open();
            }

            @Override
            public OutputStream getOutputStream() throws IOException {
                throw new IOException("read only");
            }

            @Override
            public String getContentType() {
                return "a/generated";
            }

            @Override
            public String getName() {
                return "generated";
            }
        });
    }
}
