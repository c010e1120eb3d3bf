package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlTransient;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that getters are paired with the right one of overloaded setters, in whatever order reflection lists them. */
@SuppressWarnings({"unused", "UnusedVariable", "UnusedMethod"}) // accessed by the code under test
class AccessorPairsTest {
    private static final int ORDERS = 60;

    static class Overloaded {
        private BigDecimal amount;
        private Object thing;
        private int primitive;
        private Integer boxed;
        private String[] texts;
        private List<String> list;

        public BigDecimal getAmount() {
            return amount;
        }

        public void setAmount(String text) {
            amount = new BigDecimal(text).negate();
        }

        public void setAmount(BigDecimal value) {
            amount = value;
        }

        public void setAmount(Object value) {
            amount = BigDecimal.TEN;
        }

        public Object getThing() {
            return thing;
        }

        public void setThing(String value) {
            thing = "wrong";
        }

        public void setThing(Object value) {
            thing = value;
        }

        public int getPrimitive() {
            return primitive;
        }

        public void setPrimitive(Integer value) {
            primitive = -1;
        }

        public void setPrimitive(int value) {
            primitive = value;
        }

        public Integer getBoxed() {
            return boxed;
        }

        public void setBoxed(int value) {
            boxed = -1;
        }

        public void setBoxed(Integer value) {
            boxed = value;
        }

        public String[] getTexts() {
            return texts;
        }

        public void setTexts(List<String> value) {
            texts = new String[0];
        }

        public void setTexts(String... value) {
            texts = value;
        }

        public List<String> getList() {
            return list;
        }

        public void setList(String value) {
            list = List.of();
        }

        @SuppressWarnings({"rawtypes", "NonApiType"}) // a setter that is not the property's
        public void setList(ArrayList value) {
            list = List.of();
        }

        public void setList(List<String> value) {
            list = value;
        }

        public static void setAmount(Integer value) {}

        public static String getStatic() {
            return "";
        }

        public void setStatic(String value) {}
    }

    /** Getters without a setter of the same type are not properties. */
    static class Unlike {
        public BigDecimal getAmount() {
            return BigDecimal.ONE;
        }

        public void setAmount(String text) {}

        public List<String> getList() {
            return List.of();
        }

        public void setList(List<Integer> value) {}

        public void getNothing() {}

        public void setNothing(String value) {}

        public String getfirst() {
            return "";
        }

        public void setFirst(String value) {}

        @XmlElement
        public void setLonely(String value) {}
    }

    /** A getter's name may start with {@code is} for any type. */
    static class Asked {
        private String text;
        private Boolean flag;

        public String isText() {
            return text;
        }

        public void setText(String value) {
            text = value;
        }

        public Boolean isFlag() {
            return flag;
        }

        public void setFlag(boolean value) {}

        public void setFlag(Boolean value) {
            flag = value;
        }
    }

    /** An annotation on a setter of another type is ignored. */
    static class Annotated {
        private int count;

        public int getCount() {
            return count;
        }

        @XmlTransient
        public void setCount(String value) {}

        @XmlAttribute
        public void setCount(int value) {
            count = value;
        }
    }

    interface Valued<T> {
        T getValue();

        void setValue(T value);
    }

    /** A bean with bridge methods of less specific types. */
    static class Bridged implements Valued<String> {
        private String value;

        @Override
        public String getValue() {
            return value;
        }

        @Override
        public void setValue(String value) {
            this.value = value;
        }

        public void setValue(Integer number) {
            value = "wrong";
        }
    }

    @XmlTransient
    static class Above {
        protected Number number;

        public void setNumber(String value) {
            number = -1;
        }

        public void setNumber(Integer value) {
            number = value;
        }

        public Number getOther() {
            return number;
        }
    }

    /** A bean whose getters and setters are in different classes. */
    static class Below extends Above {
        public Integer getNumber() {
            return (Integer) number;
        }

        public void setOther(Number value) {
            number = value;
        }

        public void setOther(Integer value) {
            number = -1;
        }
    }

    @XmlAccessorType(XmlAccessType.PROPERTY)
    static class Two {
        private Boolean flag;

        public boolean isFlag() {
            return flag != null && flag;
        }

        public Boolean getFlag() {
            return flag;
        }

        public void setFlag(Boolean value) {
            flag = value;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Overloaded.class, Asked.class, Annotated.class, Bridged.class, Below.class})
    void theSetterIsTheOneOfTheGettersTypeInAnyOrder(Class<?> bean) throws Exception {
        Set<String> found = new HashSet<>();
        for (int seed = 0; seed < ORDERS; seed++) {
            Random random = new Random(seed);
            List<BeanMembers.Found> members = BeanMembers.of(bean, type -> shuffled(type, random));
            for (BeanMembers.Found each : members) {
                assertThat(each.member().put())
                        .as(each.member().name())
                        .isEqualTo(each.member().taken());
            }
            found.add(names(members).toString());
        }
        assertThat(found).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void whatIsPutIsTaken(Accessors how) throws Exception {
        Overloaded bean = new Overloaded();
        var accessors = AccessorsTest.accessors(AccessorsTest.bean(Overloaded.class, how));
        assertThat(accessors.keySet())
                .containsExactlyInAnyOrder("amount", "thing", "primitive", "boxed", "texts", "list");
        String[] texts = {"a", "b"};
        List<Object> values = List.of(new BigDecimal("1.50"), 5L, 6, 7, texts, List.of("c"));
        List<String> names = List.of("amount", "thing", "primitive", "boxed", "texts", "list");
        for (int i = 0; i < names.size(); i++) {
            accessors.get(names.get(i)).set(bean, values.get(i));
            assertThat(accessors.get(names.get(i)).get(bean)).as(names.get(i)).isSameAs(values.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource(Accessors.class)
    void aPropertyOfTwoClassesIsTakenAndPut(Accessors how) throws Exception {
        Below bean = new Below();
        BeanModel model = AccessorsTest.bean(Below.class, how);
        var accessors = AccessorsTest.accessors(model);
        accessors.get("number").set(bean, 5);
        assertThat(accessors.get("number").get(bean)).isEqualTo(5);
        accessors.get("other").set(bean, 6);
        assertThat(accessors.get("other").get(bean)).isEqualTo(6);
        if (how == Accessors.GENERATED) {
            assertThat(model.interpreted())
                    .allMatch(why -> why.endsWith(" has its getter and its setter in two classes"));
        }
    }

    @Test
    void gettersWithoutASetterOfTheirTypeAreNoProperties() {
        assertThatThrownBy(() -> BeanMembers.of(Unlike.class))
                .isInstanceOf(UnbindableException.class)
                .hasMessageContaining("the property lonely has no getter");
        List<AccessorPairs.Pair> pairs = AccessorPairs.of(Unlike.class, Class::getDeclaredMethods, method -> false);
        assertThat(pairs).isEmpty();
    }

    @Test
    void ofTwoGettersTheLastListedCountsAsInJaxb() throws Exception {
        Comparator<Method> byName = Comparator.comparing(Method::getName);
        assertThat(names(BeanMembers.of(Two.class, type -> sorted(type, byName))))
                .isEmpty();
        assertThat(names(BeanMembers.of(Two.class, type -> sorted(type, byName.reversed()))))
                .containsExactly("flag");
    }

    private static Set<String> names(List<BeanMembers.Found> members) {
        Set<String> names = new HashSet<>();
        members.forEach(each -> names.add(each.member().name()));
        return names;
    }

    private static Method[] shuffled(Class<?> type, Random random) {
        Comparator<Method> text = Comparator.comparing(Method::toString);
        List<Method> methods = new ArrayList<>(List.of(sorted(type, text)));
        java.util.Collections.shuffle(methods, random);
        return methods.toArray(Method[]::new);
    }

    private static Method[] sorted(Class<?> type, Comparator<Method> order) {
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, order);
        return methods;
    }
}
