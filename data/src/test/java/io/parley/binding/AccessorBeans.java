package io.parley.binding;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** Bean classes in which members are reached in every way that there is. */
final class AccessorBeans {
    private AccessorBeans() {}

    /** Private fields of every type. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // reached by what is tested
    static class Fields {
        @XmlElement(name = "truth-of-the-schema")
        private boolean truth;

        private byte small;
        private short less;
        private int number;
        private long large;
        private float rough;
        private double fine;
        private char letter;
        private Integer boxed;
        private String text;
        private int[] numbers;
        private String[][] table;
        private List<String> texts;
        final List<Integer> last = new ArrayList<>();

        @XmlAttribute
        private int mark;
    }

    /** Getters and setters of every kind. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.PROPERTY)
    @SuppressWarnings("UnusedMethod") // reached by what is tested
    static class Properties extends Above<Long> implements Named<String> {
        private boolean flag;
        private long number;
        private double left;
        private List<String> live;
        private String name;

        private boolean isFlag() {
            return flag;
        }

        private void setFlag(boolean flag) {
            this.flag = flag;
        }

        long getNumber() {
            return number;
        }

        /** A setter that gives something back. */
        long setNumber(long number) {
            this.number = number;
            return number;
        }

        protected double getLeft() {
            return left;
        }

        protected Properties setLeft(double left) {
            this.left = left;
            return this;
        }

        /** Without a setter. */
        @XmlElement
        public List<String> getLive() {
            if (live == null) {
                live = new ArrayList<>();
            }
            return live;
        }

        /** With a bridge. */
        @Override
        public String getName() {
            return name;
        }

        @Override
        public void setName(String name) {
            this.name = name;
        }
    }

    /** Makes bridges. */
    interface Named<T> {
        T getName();

        void setName(T name);
    }

    @XmlType(name = "above")
    abstract static class Above<T> extends Merged {
        private T value;

        public T getValue() {
            return value;
        }

        public void setValue(T value) {
            this.value = value;
        }
    }

    /** Its members are its subclasses'. */
    @XmlTransient
    abstract static class Merged {
        private int inherited = 7;

        public int getInherited() {
            return inherited;
        }

        public void setInherited(int inherited) {
            this.inherited = inherited;
        }
    }

    /** Throws whenever it can. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.PROPERTY)
    static class Throwing {
        static Runnable whenMade = () -> {};

        Throwing() {
            whenMade.run();
        }

        public int getNumber() throws Exception {
            throw new Exception("of the application");
        }

        public void setNumber(int number) throws Exception {
            throw new Exception("of the application");
        }
    }

    /** Made by a private constructor. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // reached by what is tested
    static final class Hidden {
        private int number = 5;

        private Hidden() {}
    }

    /** Made by a method. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(factoryMethod = "make")
    static final class Made {
        String by = "constructor";

        static Object make() {
            Made made = new Made();
            made.by = "method";
            return made;
        }
    }
}
