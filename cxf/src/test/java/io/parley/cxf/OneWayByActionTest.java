package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests one-way operations of rpc/literal that are identified by their SOAP action: CXF does not mark their exchange as
 * one-way.
 */
class OneWayByActionTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;

    @WebService(targetNamespace = "urn:parley:test:actions", name = "Notices")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Notices {
        @WebMethod(action = "urn:parley:test:actions:post")
        @Oneway
        void post(@WebParam(name = "notice") String notice);

        @WebMethod(action = "urn:parley:test:actions:fail")
        @Oneway
        void fail(@WebParam(name = "notice") String notice);
    }

    @WebService(
            endpointInterface = "io.parley.cxf.OneWayByActionTest$Notices",
            targetNamespace = "urn:parley:test:actions")
    public static class Board implements Notices {
        private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();

        @Override
        public void post(String notice) {
            posted.add(notice);
        }

        @Override
        public void fail(String notice) {
            posted.add(notice);
            throw new IllegalStateException("not on this board");
        }
    }

    @Shows(Use.ONE_WAY)
    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux"})
    void theCallerOfARpcOneWayReturnsWithoutAnError(String representation) throws Exception {
        try (Published published = new Published()) {
            Board board = new Board();
            published.publishAny(board, published.address(), SOAP11, Published.feature(Mode.AUTO));
            Notices notices = published.proxy(
                    Notices.class,
                    SOAP11,
                    Published.feature(Mode.ALWAYS).set("parley.representations", representation));

            notices.post("first");
            notices.fail("second");
            notices.post("third");

            List<String> posted = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                posted.add(board.posted.poll(30, TimeUnit.SECONDS));
            }
            assertThat(posted).containsExactly("first", "second", "third");
            assertThat(Published.status(notices).streamedCalls()).isEqualTo(3);
        }
    }
}
