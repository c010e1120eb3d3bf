package io.parley.bench.document;

import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** All documents, by name. */
public final class Documents {
    /** The system property with the folder of documents from other sources; the tests of bnux read the same folder. */
    public static final String CORPUS = "parley.bnux.corpus";
    /** The set for a quick run: small and medium documents, one of each kind. */
    public static final String QUICK = "quick";
    /** The quick set with the large document. */
    public static final String WITH_LARGE = "quick-large";

    private static final String RECORDS = "records20";
    private static final List<String> QUICK_OWN =
            List.of("short", "simple", "note", "complex", "answer", "play", "catalogue");
    private static final List<String> QUICK_CORPUS =
            List.of("p2pio.xml", "ns-order.xml", "ns-soap.xml", "i18n-german.xml", "auction-0.01.xml");

    private Documents() {}

    /** Returns the names of all available documents: own ones, then those of the corpus. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(makers().keySet());
        corpus().stream().filter(file -> !isCarried(file)).map(Documents::name).forEach(names::remove);
        return List.copyOf(names);
    }

    /** Returns the number of available documents of a set. */
    public static int count(String set) {
        return set.equals(QUICK) || set.equals(WITH_LARGE) ? names(set).size() : 1;
    }

    /**
     * Returns the names of the available documents of a set.
     *
     * @param set as in {@link #of}
     * @throws IllegalArgumentException if there is no such set or document
     */
    public static List<String> names(String set) {
        return List.copyOf(wanted(set, makers().keySet()));
    }

    /**
     * Returns the documents of a set.
     *
     * @param set {@link #QUICK}, {@link #WITH_LARGE} or the name of one document
     * @throws IllegalArgumentException if there is no such set or document
     */
    public static List<Document> of(String set) throws Exception {
        Map<String, Callable<Document>> makers = makers();
        Set<String> wanted = wanted(set, makers.keySet());
        List<Document> found = new ArrayList<>();
        for (String name : wanted) {
            found.add(Objects.requireNonNull(makers.get(name)).call());
        }
        return found;
    }

    private static Set<String> wanted(String set, Set<String> known) {
        Set<String> wanted = new LinkedHashSet<>();
        if (set.equals(QUICK) || set.equals(WITH_LARGE)) {
            wanted.addAll(QUICK_OWN);
            wanted.addAll(QUICK_CORPUS);
            if (set.equals(WITH_LARGE)) {
                wanted.add(RECORDS);
            }
            wanted.retainAll(known);
        } else if (known.contains(set)) {
            wanted.add(set);
        } else {
            throw new IllegalArgumentException("no document is called " + set + "; there are " + known);
        }
        return wanted;
    }

    private static Map<String, Callable<Document>> makers() {
        Map<String, Callable<Document>> all = new LinkedHashMap<>();
        for (Shape shape : Shape.values()) {
            all.put(shape.word(), () -> typed(shape.word(), shape.message()));
        }
        all.put("note", () -> new Document("note", new Prose().note(), null));
        all.put("entry", () -> new Document("entry", new Prose().entry(), null));
        all.put("answer", () -> new Document("answer", new Prose().answer(), null));
        all.put("play", () -> new Document("play", new Prose().play(), null));
        all.put("catalogue", () -> new Document("catalogue", new Prose().catalogue(), null));
        all.put("log", () -> new Document("log", new Prose().log(), null));
        all.put(RECORDS, () -> typed(RECORDS, Records.all()));
        corpus().forEach(file -> all.put(name(file), () -> new Document(name(file), Files.readAllBytes(file), null)));
        return all;
    }

    private static Document typed(String name, Object root) throws JAXBException {
        JAXBContext context = JAXBContext.newInstance(root.getClass());
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        marshaller.marshal(root, xml);
        Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                .element(context.createJAXBIntrospector().getElementName(root))
                .orElseThrow();
        RecordBinding binding = RecordBinding.of(element);
        PartKey key = new PartKey(new QName("urn:parley:bench", name), PartKey.Direction.IN, 0);
        Part part = Part.typed(key, element, binding, CanonicalText.fingerprint(element));
        return new Document(name, xml.toByteArray(), new Document.Typed(binding, Parts.of(List.of(part))));
    }

    /** Returns the files of the corpus whose names end in {@code .xml}, sorted by name; none without a folder. */
    private static List<Path> corpus() {
        String folder = System.getProperty(CORPUS, "");
        if (folder.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            return all.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns whether Parley's parser accepts the file: document types are rejected. */
    private static boolean isCarried(Path file) {
        try {
            XMLStreamReader in = SafeXml.reader(new ByteArrayInputStream(Files.readAllBytes(file)), Limits.defaults());
            while (in.hasNext()) {
                in.next();
            }
            return true;
        } catch (XMLStreamException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
