package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that generated and interpreted access to members have the same results. */
class AccessorsTest {
    @AfterEach
    void madeAgain() {
        AccessorBeans.Throwing.whenMade = () -> {};
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void everyTypeOfFieldIsTakenAndPut(Accessors how) throws Exception {
        BeanModel bean = bean(AccessorBeans.Fields.class, how);
        Map<String, Object> values = Map.ofEntries(
                Map.entry("truth", true),
                Map.entry("small", (byte) -1),
                Map.entry("less", (short) -2),
                Map.entry("number", -3),
                Map.entry("large", Long.MIN_VALUE),
                Map.entry("rough", -0.0f),
                Map.entry("fine", Double.MIN_VALUE),
                Map.entry("letter", 'x'),
                Map.entry("boxed", 4),
                Map.entry("text", "t"),
                Map.entry("numbers", new int[] {1}),
                Map.entry("table", new String[][] {{"a"}}),
                Map.entry("texts", List.of("b")),
                Map.entry("last", List.of(1)),
                Map.entry("mark", 9));
        assertThat(accessors(bean).keySet()).isEqualTo(values.keySet());
        Object made = bean.newInstance();
        values.forEach((name, value) -> accessors(bean).get(name).set(made, value));
        values.forEach((name, value) ->
                assertThat(accessors(bean).get(name).get(made)).as(name).isEqualTo(value));
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void primitivesHaveTheirBits(Accessors how) throws Exception {
        Map<String, Accessor> accessors = accessors(bean(AccessorBeans.Fields.class, how));
        Map<String, Long> bits = Map.of(
                "truth", 1L,
                "small", -1L,
                "less", -2L,
                "number", -3L,
                "large", Long.MIN_VALUE,
                "rough", (long) Float.floatToRawIntBits(-0.0f),
                "fine", Double.doubleToRawLongBits(Double.NaN));
        AccessorBeans.Fields made = new AccessorBeans.Fields();
        bits.forEach((name, value) -> {
            accessors.get(name).bits(made, value);
            assertThat(accessors.get(name).bits(made)).as(name).isEqualTo(value);
        });
        assertThat(accessors.get("rough").get(made)).isEqualTo(-0.0f);
        assertThat(accessors.get("fine").get(made)).isEqualTo(Double.NaN);
        assertThat(accessors.get("boxed").primitive()).isNull();
        assertThat(accessors.get("letter").primitive()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void everyKindOfPropertyIsTakenAndPut(Accessors how) throws Exception {
        BeanModel bean = bean(AccessorBeans.Properties.class, how);
        Map<String, Accessor> accessors = accessors(bean);
        Object made = bean.newInstance();
        Map<String, Object> values = Map.of(
                "flag", true, "number", 1L, "left", 0.5, "inherited", 3, "live", List.of(), "value", 5L, "name", "n");
        assertThat(accessors.keySet()).isEqualTo(values.keySet());
        assertThat(accessors.get("inherited").get(made)).isEqualTo(7);
        assertThat(accessors.get("live").canSet()).isFalse();
        values.forEach((name, value) -> accessors.get(name).set(made, value));
        values.forEach((name, value) ->
                assertThat(accessors.get(name).get(made)).as(name).isEqualTo(value));
        accessors.get("value").set(made, null);
        assertThat(accessors.get("value").get(made)).isNull();
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void aNarrowerNumberIsTakenAsByReflectionAndAWiderOneIsNot(Accessors how) throws Exception {
        Map<String, Accessor> accessors = accessors(bean(AccessorBeans.Fields.class, how));
        AccessorBeans.Fields made = new AccessorBeans.Fields();
        accessors.get("number").set(made, (short) 12);
        assertThat(accessors.get("number").get(made)).isEqualTo(12);
        assertFails(
                () -> accessors.get("number").set(made, 12L), ClassCastException.class, "writing the property number");
        assertFails(
                () -> accessors.get("number").set(made, null),
                NullPointerException.class,
                "writing the property number");
        assertFails(() -> accessors.get("text").set(made, 12), ClassCastException.class, "writing the property text");
        assertFails(
                () -> accessors.get("text").get("no such bean"), ClassCastException.class, "reading the property text");
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void whatABeanThrowsIsACodedError(Accessors how) throws Exception {
        BeanModel bean = bean(AccessorBeans.Throwing.class, how);
        Accessor accessor = accessors(bean).get("number");
        Object made = bean.newInstance();
        assertFails(() -> accessor.get(made), Exception.class, "reading the property number");
        assertFails(() -> accessor.bits(made), Exception.class, "reading the property number");
        assertFails(() -> accessor.set(made, 1), Exception.class, "writing the property number");
        assertFails(() -> accessor.bits(made, 1), Exception.class, "writing the property number");
        AccessorBeans.Throwing.whenMade = () -> {
            throw new UnsupportedOperationException();
        };
        assertFails(bean::newInstance, UnsupportedOperationException.class, "creating an object");
        ParleyException coded = ParleyException.malformed("a", "b", "c");
        AccessorBeans.Throwing.whenMade = () -> {
            throw coded;
        };
        assertThatThrownBy(bean::newInstance).isSameAs(coded);
    }

    private static void assertFails(Runnable action, Class<? extends Throwable> cause, String words) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING))
                .hasMessageContaining(words)
                .hasCauseExactlyInstanceOf(cause);
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void beansAreMadeByPrivateConstructorsAndByMethods(Accessors how) throws Exception {
        assertThat(bean(AccessorBeans.Hidden.class, how).newInstance()).isInstanceOf(AccessorBeans.Hidden.class);
        assertThat(bean(AccessorBeans.Made.class, how).newInstance())
                .isInstanceOfSatisfying(
                        AccessorBeans.Made.class, made -> assertThat(made.by).isEqualTo("method"));
        assertThatThrownBy(() -> bean(AccessorBeans.Above.class, how).newInstance())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyWhatCannotBeGeneratedIsInterpreted() throws Exception {
        assertThat(bean(AccessorBeans.Fields.class, Accessors.GENERATED).interpreted())
                .containsExactly(AccessorBeans.Fields.class.getName() + ".last is final");
        assertThat(bean(AccessorBeans.Properties.class, Accessors.GENERATED).interpreted())
                .isEmpty();
        assertThat(bean(AccessorBeans.Fields.class, Accessors.INTERPRETED).interpreted())
                .isEmpty();
    }

    @Test
    void theSettingHasTwoNames() {
        assertThat(Accessors.named(" Interpreted")).isEqualTo(Accessors.INTERPRETED);
        assertThat(Accessors.named("generated")).isEqualTo(Accessors.GENERATED);
        assertThatThrownBy(() -> Accessors.named("compiled"))
                .hasMessage("parley.accessors: expected generated or interpreted, found compiled");
    }

    static BeanModel bean(Class<?> type, Accessors how) throws UnbindableException {
        return new BeanReader(new JaxbNames(""), how).read(type);
    }

    static Map<String, Accessor> accessors(BeanModel bean) {
        return bean.properties().stream()
                .map(PropertyModel::accessor)
                .collect(Collectors.toMap(Accessor::toString, Function.identity()));
    }
}
