package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A class with a root element, and everything that Parley and JAXB derive from it and related classes. */
record CodeFirst<T>(JAXBContext context, Class<T> type, Slot.Element element, JaxbBindings.Attempt attempt) {

    /** Derives everything from a context of the class and the others. */
    static <T> CodeFirst<T> of(Class<T> type, Class<?>... others) throws Exception {
        List<Class<?>> all = Stream.concat(Stream.of(type), Stream.of(others)).toList();
        JAXBContext context = JAXBContext.newInstance(all.toArray(Class<?>[]::new));
        Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                .element(JaxbBindings.rootName(type).orElseThrow())
                .orElseThrow();
        return new CodeFirst<>(
                context, type, element, JaxbBindings.of(context, all).bind(element, type));
    }

    Binding binding() {
        return Objects.requireNonNull(attempt.binding(), attempt.reason());
    }

    /** Checks that a value decoded from hhfr equals the value decoded from XML. */
    CodeFirst<T> check(Object value) throws Exception {
        JaxbOracle.check(context, binding(), value, type, type.getSimpleName());
        return this;
    }

    /** Returns the value after encoding and decoding in hhfr. */
    T through(T value) throws Exception {
        return type.cast(Messages.throughHhfr(binding(), value));
    }

    /** Checks that no part of the class is sent as infoset. */
    CodeFirst<T> isTyped() {
        assertThat(attempt.reason()).isEmpty();
        assertThat(binding().report()).isEmpty();
        assertThat(binding().detour()).isEmpty();
        return this;
    }

    /** Checks that the class is converted to XML for JAXB first, with these words in the reason. */
    CodeFirst<T> isReadWhole(String... words) {
        assertThat(binding().detour()).contains(words);
        return this;
    }

    /** Checks that the part is sent as infoset, with these words in the reason. */
    void isInfoset(String... words) {
        assertThat(attempt.binding()).isNull();
        assertThat(attempt.reason()).contains(words);
    }

    /** Checks that places inside the part are sent as infoset, with these words in the report. */
    CodeFirst<T> hasInfoset(String... words) {
        assertThat(binding().report().toString()).contains(words);
        return this;
    }
}
