package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.annotation.XmlAccessOrder;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorOrder;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which members are properties and how they are accessed, compared with plain JAXB. */
class JaxbAccessTest {
    @XmlRootElement(name = "fields")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Fields {
        @SuppressWarnings("UnusedVariable") // JAXB reads it
        private String secret;

        String near;
        protected String kin;
        public String open;
        transient String passing = "unmarked";
        static String common = "all";

        @XmlTransient
        String left = "out";

        private int count;

        @XmlElement(name = "twice")
        public int getTwice() {
            return count * 2;
        }

        public void setTwice(int twice) {
            count = twice / 2;
        }
    }

    @XmlRootElement(name = "properties")
    @XmlAccessorType(XmlAccessType.PROPERTY)
    static class Properties {
        private String hidden;
        private boolean flag;
        private Boolean maybe;
        private List<String> list;
        private String url;

        @XmlAttribute
        @SuppressWarnings("UnusedVariable") // JAXB reads it
        private int onField;

        String getHidden() {
            return hidden;
        }

        void setHidden(String hidden) {
            this.hidden = hidden;
        }

        public boolean isFlag() {
            return flag;
        }

        public void setFlag(boolean flag) {
            this.flag = flag;
        }

        public Boolean getMaybe() {
            return maybe;
        }

        public void setMaybe(Boolean maybe) {
            this.maybe = maybe;
        }

        @XmlElement
        public List<String> getList() {
            if (list == null) {
                list = new ArrayList<>();
            }
            return list;
        }

        public String getURL() {
            return url;
        }

        public void setURL(String url) {
            this.url = url;
        }

        @XmlTransient
        public String getDerived() {
            return hidden + flag;
        }

        public void setDerived(String derived) {
            throw new IllegalStateException(derived);
        }

        /** A getter without a setter or annotation is not a property. */
        public String getComputed() {
            return "computed";
        }
    }

    @XmlRootElement(name = "publics")
    static class Publics {
        public String field;
        String notThis;
        private int number;
        private int odd;

        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }

        /** A getter whose setter is not public is not a property. */
        public int getOdd() {
            return odd;
        }

        void setOdd(int odd) {
            this.odd = odd;
        }
    }

    @XmlRootElement(name = "none")
    @XmlAccessorType(XmlAccessType.NONE)
    @XmlAccessorOrder(XmlAccessOrder.ALPHABETICAL)
    static class None {
        public String ignored;

        @XmlElement
        String z;

        @XmlAttribute
        String a;

        private String b;

        @XmlElement
        private String getB() {
            return b;
        }

        @SuppressWarnings("UnusedMethod") // JAXB finds it
        private void setB(String b) {
            this.b = b;
        }
    }

    @XmlRootElement(name = "finals")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Finals {
        final List<String> list = new ArrayList<>();
        final String name;

        @SuppressWarnings("UnusedMethod") // JAXB calls it
        private Finals() {
            this(null);
        }

        Finals(String name) {
            this.name = name;
        }
    }

    @XmlTransient
    @XmlAccessorType(XmlAccessType.FIELD)
    abstract static class Invisible<T> {
        T value;
        List<T> values;

        @XmlAttribute
        String mark;
    }

    @XmlRootElement(name = "visible")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {"own", "value", "values"})
    static class Visible extends Invisible<Integer> {
        String own;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    abstract static class Generic<K, V> {
        K key;
        List<V> values;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Half<V> extends Generic<String, V> {
        V more;
    }

    @XmlRootElement(name = "whole")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Whole extends Half<Leaf> {
        Leaf last;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String text;

        static Leaf of(String text) {
            Leaf leaf = new Leaf();
            leaf.text = text;
            return leaf;
        }
    }

    @XmlSeeAlso(Below.class)
    static class Above {
        private String name;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    @XmlRootElement(name = "below")
    static class Below extends Above {
        private String more;

        @Override
        public String getName() {
            return super.getName();
        }

        @Override
        public void setName(String name) {
            super.setName(name == null ? null : name + "!");
        }

        public String getMore() {
            return more;
        }

        public void setMore(String more) {
            this.more = more;
        }
    }

    @Test
    void fieldsOfAllVisibilities() throws Exception {
        Fields bean = new Fields();
        bean.secret = "a";
        bean.near = "b";
        bean.kin = "c";
        bean.open = "d";
        bean.count = 4;
        bean.passing = "e";
        bean.left = "f";
        CodeFirst.of(Fields.class).isTyped().check(bean).check(new Fields());
    }

    @Test
    void propertiesWithAndWithoutSetters() throws Exception {
        Properties bean = new Properties();
        bean.setHidden("h");
        bean.setFlag(true);
        bean.setMaybe(false);
        bean.getList().addAll(List.of("x", "y"));
        bean.setURL("u");
        bean.onField = 3;
        CodeFirst.of(Properties.class).isTyped().check(bean).check(new Properties());
    }

    @Test
    void publicMembersOnly() throws Exception {
        Publics bean = new Publics();
        bean.field = "f";
        bean.notThis = "n";
        bean.number = 1;
        bean.odd = 2;
        CodeFirst.of(Publics.class).isTyped().check(bean);
    }

    @Test
    void annotatedMembersOnly() throws Exception {
        None bean = new None();
        bean.ignored = "i";
        bean.z = "z";
        bean.a = "a";
        bean.setB("b");
        CodeFirst.of(None.class).isTyped().check(bean);
        assertThat(CodeFirst.of(None.class).through(bean).getB()).isEqualTo("b");
    }

    @Test
    void finalFields() throws Exception {
        Finals bean = new Finals("name");
        bean.list.add("one");
        CodeFirst.of(Finals.class).isTyped().check(bean).check(new Finals(null));
    }

    @Test
    void propertiesOfATransientSuperclassAreItsSubclasses() throws Exception {
        Visible bean = new Visible();
        bean.own = "own";
        bean.value = 5;
        bean.values = List.of(1, 2);
        bean.mark = "m";
        CodeFirst.of(Visible.class).hasInfoset("Visible/value").check(bean).check(new Visible());
    }

    @Test
    void typeVariablesStandForWhatSubclassesSay() throws Exception {
        Whole bean = new Whole();
        bean.key = "k";
        bean.values = List.of(Leaf.of("1"), Leaf.of("2"));
        bean.more = Leaf.of("3");
        bean.last = Leaf.of("4");
        CodeFirst.of(Whole.class).check(bean);
    }

    @Test
    void aPropertyThatIsOverriddenIsThereOnce() throws Exception {
        Below bean = new Below();
        bean.setName("n");
        bean.setMore("m");
        CodeFirst.of(Below.class).isTyped().check(bean);
    }
}
