package io.parley.cxf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.PartType;
import io.parley.layout.Slot;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests that identical contracts are compiled once and shared, and released with their last user. */
class CompiledContractTest {
    private static final QName ELEMENT = new QName("report");

    private final JAXBContext context = JAXBContext.newInstance(Report.class);
    private final List<SchemaDocument> documents = SchemaDocument.of(context);

    CompiledContractTest() throws Exception {}

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Report {
        String text = "";
        List<Report> inner = new ArrayList<>();
    }

    @Test
    void theSameContractIsCompiledOnce() {
        CompiledContract first = contract(context, documents, Limits.defaults(), Accessors.GENERATED);
        CompiledContract second = contract(context, SchemaDocument.of(context), Limits.defaults(), Accessors.GENERATED);
        assertThat(second).isSameAs(first);
        assertThat(part(second).binding()).isNotNull().isSameAs(part(first).binding());
    }

    @Test
    void whateverAContractIsMadeOfTellsItFromOthers() throws Exception {
        CompiledContract first = contract(context, documents, Limits.defaults(), Accessors.GENERATED);
        Limits limits = Limits.defaults().with(Limit.SCHEMA_COMPONENTS, 1_000);
        SchemaDocument document = documents.get(0);
        List<SchemaDocument> renamed = List.of(new SchemaDocument("other.xsd", document.text()));
        List<SchemaDocument> changed =
                List.of(new SchemaDocument(document.systemId(), document.text() + "<!-- changed -->"));
        List<CompiledContract> others = List.of(
                contract(JAXBContext.newInstance(Report.class), documents, Limits.defaults(), Accessors.GENERATED),
                contract(context, renamed, Limits.defaults(), Accessors.GENERATED),
                contract(context, changed, Limits.defaults(), Accessors.GENERATED),
                contract(context, documents, limits, Accessors.GENERATED),
                contract(context, documents, Limits.defaults(), Accessors.INTERPRETED),
                CompiledContract.of(
                        context, Set.of(Report.class, Other.class), documents, Limits.defaults(), Accessors.GENERATED));
        assertThat(others).doesNotContain(first).doesNotHaveDuplicates();
    }

    static final class Other {}

    @Test
    void aContractThatCannotBeCompiledSaysSoToEverybody() {
        Limits limits = Limits.defaults().with(Limit.SCHEMA_COMPONENTS, 1);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> contract(context, documents, limits, Accessors.GENERATED))
                    .isInstanceOf(ParleyException.class);
        }
    }

    @Test
    void endpointsThatArePublishedAtTheSameTimeShareIt() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Part>> parts = new ArrayList<>();
            List<CompiledContract> kept = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                parts.add(threads.submit(() -> {
                    start.await();
                    CompiledContract mine = contract(context, documents, Limits.defaults(), Accessors.GENERATED);
                    synchronized (kept) {
                        kept.add(mine);
                    }
                    return part(mine);
                }));
            }
            start.countDown();
            Part first = parts.get(0).get();
            for (Future<Part> each : parts) {
                assertThat(each.get()).isEqualTo(first);
                assertThat(each.get().binding()).isSameAs(first.binding());
            }
            assertThat(kept).hasSize(4);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void nobodyKeepsAContractButThoseWhoUseIt() {
        WeakReference<Object> gone =
                new WeakReference<>(contract(context, documents, Limits.defaults(), Accessors.GENERATED));
        await().untilAsserted(() -> {
            System.gc();
            assertThat(gone.get()).isNull();
        });
    }

    private static CompiledContract contract(
            JAXBContext context, List<SchemaDocument> documents, Limits limits, Accessors accessors) {
        return CompiledContract.of(context, Set.of(Report.class), documents, limits, accessors);
    }

    private static Part part(CompiledContract contract) {
        Slot.Element element = contract.layout().element(ELEMENT).orElseThrow();
        return contract.part(
                new PartKey(new QName("operation"), PartKey.Direction.IN, 0), element, PartType.of(Report.class));
    }
}
