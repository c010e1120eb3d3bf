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

/** Bean classes whose members are accessed in all possible ways. */
final class AccessorBeans {
    private AccessorBeans() {}

    /** A bean with private fields of every type. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // accessed by the code under test
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

    /** A bean with getters and setters of every kind. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.PROPERTY)
    @SuppressWarnings("UnusedMethod") // accessed by the code under test
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

        /** A setter that returns a value. */
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

        /** A live list without a setter. */
        @XmlElement
        public List<String> getLive() {
            if (live == null) {
                live = new ArrayList<>();
            }
            return live;
        }

        /** A getter with a bridge method. */
        @Override
        public String getName() {
            return name;
        }

        @Override
        public void setName(String name) {
            this.name = name;
        }
    }

    /** Causes bridge methods. */
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

    /** A class whose members JAXB treats as members of its subclasses. */
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

    /** A bean whose accessors throw. */
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

    /** A bean with a private constructor. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @SuppressWarnings("UnusedVariable") // accessed by the code under test
    static final class Hidden {
        private int number = 5;

        private Hidden() {}
    }

    /** A bean that is created by a factory method. */
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
