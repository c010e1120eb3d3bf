package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests beans with JAXB's unmarshal callbacks, compared with plain JAXB. */
class JaxbCallbacksTest {
    @XmlRootElement(name = "holder")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Holder {
        String name;
        Object anything;
    }

    @XmlRootElement(name = "child")
    @XmlType(name = "Child")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Child {
        @XmlTransient
        Object parent;

        String name;

        void afterUnmarshal(Unmarshaller unmarshaller, Object around) {
            parent = around;
        }
    }

    @XmlRootElement(name = "family")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Family {
        String name;
        Member first;

        @XmlElementWrapper(name = "all")
        @XmlElement(name = "member")
        List<Member> members;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Member {
        @XmlTransient
        List<Object> told = new ArrayList<>();

        String name;

        void beforeUnmarshal(Unmarshaller unmarshaller, Object around) {
            told.add(around);
            told.add(name);
        }

        protected void afterUnmarshal(Unmarshaller unmarshaller, Object around) {
            told.add(around);
            told.add(name);
        }
    }

    @Test
    void aBeanIsToldOfTheOneAroundItWhereverItStands() throws Exception {
        Holder holder = new Holder();
        holder.name = "h";
        Child child = new Child();
        child.name = "c";
        holder.anything = child;
        CodeFirst<Holder> beans = CodeFirst.of(Holder.class, Child.class).isReadWhole("afterUnmarshal", "anything");

        Holder found = beans.check(holder).through(holder);

        assertThat(((Child) found.anything).parent).isSameAs(found);
        assertThat(CodeFirst.of(Holder.class).hasInfoset("anything").binding().detour())
                .isEmpty();
    }

    @Test
    void aBeanIsToldOfTheOneAroundItBeforeAndAfterItIsRead() throws Exception {
        CodeFirst<Family> beans = CodeFirst.of(Family.class).isReadWhole("Member has the callback");
        Family family = new Family();
        family.name = "f";
        family.members = List.of(new Member(), new Member());
        family.members.get(1).name = "second";
        family.first = new Member();

        Family found = beans.check(family).through(family);

        assertThat(found.members.get(1).told).containsExactly(found, null, found, "second");
        assertThat(found.first.told).containsExactly(found, null, found, null);
    }
}
