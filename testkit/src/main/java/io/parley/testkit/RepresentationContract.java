package io.parley.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Representation;
import io.parley.testkit.generate.InfosetGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.xmlunit.builder.DiffBuilder;

/**
 * Contract of representations, as a JUnit interface to implement: every infoset is read back unchanged, each limit
 * holds, and any bytes from a peer end in content or in a coded error, with every buffer released.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public interface RepresentationContract {
    /** Mutated messages per run. */
    int MUTATIONS = 5_000;

    /** Random documents per run. */
    int RANDOM_DOCUMENTS = 100;

    /** Returns the representation under test. */
    Representation representation();

    /** Returns whether two adjacent text events stay two, which textual XML cannot do. */
    default boolean keepsTextBoundaries() {
        return true;
    }

    /** Returns whether CDATA sections stay apart from text. */
    default boolean keepsSections() {
        return true;
    }

    /** Returns whether namespace declarations keep their order, including those that change no binding. */
    default boolean keepsDeclarations() {
        return true;
    }

    /** Returns the seed of this run's random input, new with every run unless overridden; failures print it. */
    default long seed() {
        return System.nanoTime();
    }

    @TestFactory
    default Stream<DynamicTest> theCatalogueIsReadBackUnchanged() {
        return InfosetSample.all().stream()
                .map(sample -> DynamicTest.dynamicTest(
                        sample.name(), () -> assertSame(Infoset.parsed(sample.xml()), sample.name())));
    }

    @Test
    default void randomDocumentsAreReadBackUnchanged() throws XMLStreamException {
        long first = seed();
        for (long seed = first; seed < first + RANDOM_DOCUMENTS; seed++) {
            long current = seed;
            assertSame(writer -> new InfosetGenerator(current).writeTo(writer, 100), "seed " + seed);
        }
    }

    @Test
    default void piecesOfAnySizeGiveTheSame() throws XMLStreamException {
        Infoset.Content content = writer -> new InfosetGenerator(17).writeTo(writer, 60);
        Encoded once = Encoded.of(representation(), content, 1 << 16);
        List<String> expected = once.read(Limits.defaults(), Infoset::events);

        for (int chunkBytes = 64; chunkBytes < 100; chunkBytes++) {
            Encoded again = Encoded.of(representation(), content, chunkBytes);
            assertThat(again.bytes()).as("written in chunks of %d", chunkBytes).isEqualTo(once.bytes());
        }
        for (int chunkBytes = 1; chunkBytes < 70; chunkBytes++) {
            assertThat(once.read(Limits.defaults(), chunkBytes, once.bytes().length, Infoset::events))
                    .as("read in chunks of %d", chunkBytes)
                    .isEqualTo(expected);
        }
    }

    @Test
    default void textEventsStayApartIfTheRepresentationSaysSo() throws XMLStreamException {
        Encoded encoded = Encoded.of(
                representation(),
                writer -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters("one");
                    writer.writeCharacters("two");
                    writer.writeEndDocument();
                },
                1024);

        String first = encoded.read(Limits.defaults(), reader -> {
            reader.nextTag();
            reader.next();
            String text = reader.getText();
            Infoset.events(reader);
            return text;
        });
        assertThat(first).isEqualTo(keepsTextBoundaries() ? "one" : "onetwo");
    }

    @Test
    default void sectionsOfCharacterDataStaySections() throws XMLStreamException {
        Encoded encoded = Encoded.of(
                representation(),
                writer -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters("one");
                    writer.writeCData("<two>");
                    writer.writeEndDocument();
                },
                1024);

        List<Integer> kinds = encoded.read(Limits.defaults(), reader -> {
            List<Integer> found = new ArrayList<>();
            while (reader.hasNext()) {
                found.add(reader.next());
            }
            return found;
        });
        List<Integer> expected = new ArrayList<>(List.of(XMLStreamReader.START_ELEMENT, XMLStreamReader.CHARACTERS));
        if (keepsSections()) {
            expected.add(XMLStreamReader.CDATA);
        } else if (keepsTextBoundaries()) {
            expected.add(XMLStreamReader.CHARACTERS);
        }
        expected.addAll(List.of(XMLStreamReader.END_ELEMENT, XMLStreamReader.END_DOCUMENT));
        assertThat(kinds).isEqualTo(expected);
    }

    @Test
    default void depthIsLimited() throws XMLStreamException {
        assertLimited(Limit.DEPTH, 20, "<a>".repeat(20) + "</a>".repeat(20));
    }

    @Test
    default void itemsAreLimited() throws XMLStreamException {
        assertLimited(Limit.ITEMS, 31, "<a>" + "<b c='d' e='f'/>".repeat(10) + "</a>");
    }

    @Test
    default void attributesAndDeclarationsAreLimited() throws XMLStreamException {
        assertLimited(Limit.ATTRIBUTES, 6, "<a xmlns='urn:a' xmlns:p='urn:p' b='' c='' d='' p:e=''/>");
    }

    @Test
    default void namesAreLimited() throws XMLStreamException {
        assertLimited(Limit.NAMES, 7, "<a b='' xmlns:p='urn:p'><c b=''/><p:c/><p:a/><c/></a>");
    }

    @Test
    default void bytesOfTextAreLimited() throws XMLStreamException {
        assertLimited(Limit.STRING_BYTES, 6_000, "<a>" + "ä\u6F22\uD83D\uDE00x".repeat(600) + "</a>");
    }

    @Test
    default void bytesOfAttributesAreLimited() throws XMLStreamException {
        assertLimited(Limit.STRING_BYTES, 30, "<a b='" + "ä\u6F22\uD83D\uDE00x".repeat(3) + "'/>");
    }

    @Test
    default void aMessageCutAnywhereIsAnError() throws XMLStreamException {
        Encoded whole = Encoded.of(
                representation(),
                Infoset.parsed("<?xml version='1.0'?><!--c--><p:a xmlns:p='urn:p' p:b='ä'>t<c/><![CDATA[d]]></p:a>"),
                1024);
        int length = whole.bytes().length;

        for (int cut = 0; cut < length; cut++) {
            Encoded part = whole.with(Arrays.copyOf(whole.bytes(), cut));
            assertRefused(part, cut, "declared as " + cut + " of " + length + " bytes");
            assertRefused(part, length, "cut off at " + cut + " of " + length + " bytes");
        }
    }

    @Test
    default void mutatedBytesGiveContentOrACodedError() throws XMLStreamException {
        long seed = seed();
        Random random = new Random(seed);
        List<InfosetSample> small = InfosetSample.all().stream()
                .filter(sample -> sample.xml().length() < 1_000)
                .toList();
        for (int i = 0; i < MUTATIONS; i++) {
            InfosetSample sample = small.get(random.nextInt(small.size()));
            Encoded whole = Encoded.of(representation(), Infoset.parsed(sample.xml()), 1024);
            Encoded mutant = whole.with(mutate(whole.bytes(), random));
            String what = "seed " + seed + ", mutation " + i + " of " + sample.name();
            if (isAccepted(mutant, what)) {
                assertCanBeWrittenAgain(mutant, what);
            }
        }
    }

    private void assertSame(Infoset.Content content, String what) throws XMLStreamException {
        String text = Infoset.text(content);
        Encoded encoded = Encoded.of(representation(), content, 512);
        Limits limits = Limits.defaults();

        assertThat(encoded.read(limits, 300, encoded.bytes().length, this::events))
                .as(what)
                .isEqualTo(events(Infoset.reader(text)));
        String canonical = encoded.read(limits, Infoset::canonical);
        assertThat(canonical).as(what).isEqualTo(Infoset.canonical(Infoset.reader(text)));
        String exclusive = encoded.read(limits, Infoset::exclusive);
        assertThat(exclusive).as(what).isEqualTo(Infoset.exclusive(Infoset.reader(text)));
        assertThat(DiffBuilder.compare(Infoset.tree(Infoset.reader(text)))
                        .withTest(encoded.read(limits, Infoset::tree))
                        .build()
                        .getDifferences())
                .as(what)
                .isEmpty();
    }

    private List<String> events(XMLStreamReader reader) throws XMLStreamException {
        return keepsDeclarations() ? Infoset.events(reader) : Infoset.bindings(reader);
    }

    private void assertLimited(Limit limit, long needed, String xml) throws XMLStreamException {
        Encoded encoded = Encoded.of(representation(), Infoset.parsed(xml), 1024);

        assertThat(encoded.read(Limits.defaults().with(limit, needed), this::events))
                .isEqualTo(events(Infoset.reader(xml)));
        assertThatThrownBy(() -> encoded.read(Limits.defaults().with(limit, needed - 1), Infoset::events))
                .isInstanceOf(ParleyException.class)
                .hasMessageStartingWith(ErrorCode.LIMIT.name())
                .hasMessageContaining(limit.setting())
                .hasMessageContaining(String.valueOf(needed - 1));
    }

    private static void assertRefused(Encoded part, long declared, String what) {
        assertThatThrownBy(() -> part.read(Limits.defaults(), 16, declared, Infoset::events))
                .as(what)
                .isInstanceOf(ParleyException.class);
    }

    private static boolean isAccepted(Encoded mutant, String what) throws XMLStreamException {
        Limits tight = Limits.defaults().with(Limit.ITEMS, 10_000);
        try {
            mutant.read(tight, 32, mutant.bytes().length, Infoset::events);
            return true;
        } catch (ParleyException e) {
            assertThat(e.code())
                    .as(what)
                    .isIn(
                            ErrorCode.MALFORMED_MESSAGE,
                            ErrorCode.LIMIT,
                            ErrorCode.XML_REFUSED,
                            ErrorCode.SCHEMA_VIOLATION);
            return false;
        } catch (RuntimeException e) {
            return fail(what + ": not a coded error: " + e, e);
        }
    }

    private void assertCanBeWrittenAgain(Encoded mutant, String what) throws XMLStreamException {
        List<String> expected = mutant.read(Limits.defaults(), this::events);
        Encoded again = mutant.read(
                Limits.defaults(),
                reader -> Encoded.of(representation(), writer -> Infoset.copy(reader, writer), 1024));
        assertThat(again.read(Limits.defaults(), this::events)).as(what).isEqualTo(expected);
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        byte[] mutant = bytes.clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(mutant.length);
            switch (random.nextInt(4)) {
                case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> mutant[at] = (byte) random.nextInt();
                case 2 -> mutant[at] = mutant[random.nextInt(mutant.length)];
                default -> mutant = moved(mutant, at, random.nextInt(mutant.length));
            }
        }
        return mutant;
    }

    /** Returns the bytes without those between the two positions, or with them twice. */
    private static byte[] moved(byte[] bytes, int at, int other) {
        if (at == other) {
            return bytes;
        }
        byte[] result = Arrays.copyOf(bytes, at + bytes.length - other);
        System.arraycopy(bytes, other, result, at, bytes.length - other);
        return result;
    }
}
