package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.channel.GeneratedContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.workqueue.AutomaticWorkQueueImpl;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests calls with files that their session did not dispatch: they are sent whole over SOAP, or fail with the reason.
 */
class RefusedFilesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int LONG = 1_000_000;

    private final Published published = new Published();
    private final Busy workers = new Busy();
    private final Counting service = new Counting();
    private Depot depot;

    /** Rejects all work while switched to busy. */
    private static final class Busy extends AutomaticWorkQueueImpl {
        volatile boolean refuses;

        Busy() {
            super(1024, 0, 8, 1, 1000, "parley");
        }

        @Override
        public void execute(Runnable task) {
            if (refuses) {
                throw new RejectedExecutionException("as the test wants");
            }
            super.execute(task);
        }
    }

    @WebService(endpointInterface = "io.parley.cxf.binaries.Depot", targetNamespace = "urn:parley:test:depot")
    public static final class Counting extends DepotImpl {
        final AtomicInteger stored = new AtomicInteger();

        @Override
        public String store(Parcel parcel) {
            stored.incrementAndGet();
            return super.store(parcel);
        }
    }

    /** A data source that violates its contract: its readers share one stream. */
    private record Shared(InputStream stream, boolean wrapped) implements DataSource {
        static DataHandler of(int length, boolean wrapped) {
            return new DataHandler(new Shared(new GeneratedContent(length, length).open(), wrapped));
        }

        @Override
        public InputStream getInputStream() {
            return wrapped ? new FilterInputStream(stream) {} : stream;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("read only");
        }

        @Override
        public String getContentType() {
            return "a/shared";
        }

        @Override
        public String getName() {
            return "";
        }
    }

    @BeforeEach
    void publish() {
        published.serviceBus.getExtension(WorkQueueManager.class).addNamedWorkQueue(workers.getName(), workers);
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        depot = published.proxy(Depot.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        assertThat(depot.ignore(Parcel.of("open", null))).isEqualTo("open");
        Published.client(depot).getRequestContext().put("parley.mode", "auto");
        workers.refuses = true;
    }

    @AfterEach
    void stop() {
        workers.refuses = false;
        published.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 4096, 4097, LONG})
    void aFileThatCanBeReadAgainGoesWholeBySoap(int length) {
        assertThat(depot.store(parcel(length, GeneratedFile.of(length, "a/b")))).startsWith(length + " ");

        ParleyStatus status = Published.status(depot);
        assertThat(status.fallbacks()).containsEntry(FallbackReason.BUDGET, 1L).hasSize(1);
        assertThat(service.stored).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, LONG})
    void aFileThatIsGoneFailsTheCall(int length) {
        failsAndSaysWhy(parcel(length, GeneratedFile.once(length)));
        failsAndSaysWhy(parcel(length, Shared.of(length, false)));
        failsAndSaysWhy(parcel(length, Shared.of(length, true)));
    }

    @Test
    void aFileBehindOthersIsLookedAtToo() {
        failsAndSaysWhy(Parcel.of(
                Integer.toString(LONG), GeneratedFile.of(LONG, "a/b"), GeneratedFile.of(1, "a/b"), Shared.of(5, true)));
    }

    @Test
    void aFileThatWasReceivedGoesOnWholeOrNotAtAll() {
        workers.refuses = false;
        Parcel received = depot.fetch(LONG, "a/b");
        workers.refuses = true;

        String[] stored = new String[1];
        Throwable failure = catchThrowable(() -> stored[0] = depot.store(parcel(LONG, received.getFile())));

        if (failure == null) {
            assertThat(stored[0]).startsWith(LONG + " ");
        } else {
            assertThat(failure).hasStackTraceContaining("does not give it again");
            assertThat(service.stored).hasValue(0);
        }
    }

    @Test
    void aFileThatCannotBeReadFailsTheCallAndIsNotSentEmpty() {
        workers.refuses = false;
        DataHandler gone = GeneratedFile.once(10);
        assertThat(depot.store(parcel(10, gone))).startsWith("10 ");

        assertThatThrownBy(() -> depot.store(parcel(10, gone)))
                .hasStackTraceContaining("ENCODING")
                .hasStackTraceContaining("does not give it again");
        assertThat(service.stored).hasValue(1);
    }

    @Test
    void beforeThereIsASessionAFileThatCanBeReadOnceGoesWholeBySoap() {
        Depot fresh = published.proxy(Depot.class, SOAP11, Published.patient());
        Published.client(fresh).getRequestContext().put("parley.mode", "never");

        assertThat(fresh.store(parcel(LONG, GeneratedFile.once(LONG)))).startsWith(LONG + " ");
    }

    private void failsAndSaysWhy(Parcel parcel) {
        assertThatThrownBy(() -> depot.store(parcel))
                .hasStackTraceContaining("NOT_DISPATCHED")
                .hasStackTraceContaining("it cannot go by SOAP: Parcel/")
                .hasStackTraceContaining("does not give it again");
        assertThat(service.stored).hasValue(0);
    }

    private static Parcel parcel(int length, DataHandler file) {
        return Parcel.of(Integer.toString(length), file);
    }
}
