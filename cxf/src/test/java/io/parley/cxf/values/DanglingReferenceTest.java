package io.parley.cxf.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a reference to a missing object ends the call, as CXF makes JAXB end it over SOAP. */
class DanglingReferenceTest {
    private final Published published = new Published();

    @WebService(targetNamespace = "urn:teams", name = "Teams", serviceName = "TeamsService")
    public interface Teams {
        Team change(Team team, boolean drop);
    }

    @WebService(targetNamespace = "urn:teams", name = "Teams", serviceName = "TeamsService")
    public static class TeamsImpl implements Teams {
        @Override
        public Team change(Team team, boolean drop) {
            if (drop) {
                team.members = List.of();
            }
            return team;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Team {
        public List<Member> members;

        @XmlIDREF
        public Member lead;

        @XmlIDREF
        public List<Member> deputies;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Member {
        @XmlID
        public String id;

        static Member called(String id) {
            Member member = new Member();
            member.id = id;
            return member;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.REFERENCES)
    @ParameterizedTest
    @CsvSource({"hhfr,true", "hhfr,false", "tdxml,true", "tdxml,false", "bnux,true"})
    void aReferenceToNobodyEndsTheCallAsOverSoap(String representation, boolean isOne) {
        published.publishAny(
                new TeamsImpl(),
                published.address(),
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.ALWAYS).set("parley.representations", representation));
        Teams plain = published.proxy(Teams.class, SOAPBinding.SOAP11HTTP_BINDING);
        Teams streaming = published.proxy(
                Teams.class,
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.ALWAYS).set("parley.representations", representation));
        Team team = new Team();
        team.members = List.of(Member.called("a"), Member.called("b"));
        if (isOne) {
            team.lead = team.members.get(1);
        } else {
            team.deputies = team.members;
        }
        for (Teams each : List.of(plain, streaming)) {
            Team found = each.change(team, false);
            assertThat(isOne ? found.lead : found.deputies.get(1)).isSameAs(found.members.get(1));
            assertThat(catchThrowable(() -> each.change(team, true)))
                    .as("in the answer")
                    .isInstanceOf(SOAPFaultException.class);
        }
        team.members = List.of();
        for (Teams each : List.of(plain, streaming)) {
            assertThat(catchThrowable(() -> each.change(team, false)))
                    .as("in the request")
                    .isInstanceOfSatisfying(
                            SOAPFaultException.class,
                            fault -> assertThat(fault.getFault().getFaultCode()).endsWith(":Client"));
        }
    }
}
