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

/** A class with a root element, and all that Parley and JAXB derive from it and its kin. */
record CodeFirst<T>(JAXBContext context, Class<T> type, Slot.Element element, JaxbBindings.Attempt attempt) {

    /** The class as a context of itself and others would have it. */
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

    /** What comes through hhfr must be what comes through XML. */
    CodeFirst<T> check(Object value) throws Exception {
        JaxbOracle.check(context, binding(), value, type, type.getSimpleName());
        return this;
    }

    /** What comes through hhfr. */
    T through(T value) throws Exception {
        return type.cast(Messages.throughHhfr(binding(), value));
    }

    /** Nothing of it may travel as infoset. */
    CodeFirst<T> isTyped() {
        assertThat(attempt.reason()).isEmpty();
        assertThat(binding().report()).isEmpty();
        assertThat(binding().detour()).isEmpty();
        return this;
    }

    /** What comes must be made into XML for JAXB first, and say so with these words. */
    CodeFirst<T> isReadWhole(String... words) {
        assertThat(binding().detour()).contains(words);
        return this;
    }

    /** The part must be infoset, and say so with these words. */
    void isInfoset(String... words) {
        assertThat(attempt.binding()).isNull();
        assertThat(attempt.reason()).contains(words);
    }

    /** Places inside must be infoset, and say so with these words. */
    CodeFirst<T> hasInfoset(String... words) {
        assertThat(binding().report().toString()).contains(words);
        return this;
    }
}
