package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Accessors;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.settings.Setting;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which kind of access to beans a service and a client use, as seen by the beans. */
class AccessSettingTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** A bean that notes whether a generated class set its name. */
    public static class Room {
        private String name = "";
        private boolean generated;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
            generated = StackWalker.getInstance(
                            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES))
                    .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                            .anyMatch(caller ->
                                    caller.isHidden() && caller.getPackageName().equals(Room.class.getPackageName())));
        }

        @XmlTransient
        public boolean isGenerated() {
            return generated;
        }
    }

    @WebService(targetNamespace = "urn:parley:test:rooms", name = "Rooms")
    public interface Rooms {
        @WebMethod
        Room book(Room room);
    }

    @WebService(
            targetNamespace = "urn:parley:test:rooms",
            serviceName = "RoomsService",
            endpointInterface = "io.parley.cxf.parts.AccessSettingTest$Rooms")
    public static final class RoomsImpl implements Rooms {
        private volatile boolean generated;

        @Override
        public Room book(Room room) {
            generated = room.isGenerated();
            return room;
        }
    }

    @ParameterizedTest
    @CsvSource({"GENERATED, INTERPRETED", "INTERPRETED, GENERATED"})
    void eachSideAccessesBeansAsItsSettingSays(Accessors ofService, Accessors ofClient) {
        RoomsImpl service = new RoomsImpl();
        published.publishAny(service, published.address(), SOAP11, with(ofService));
        Rooms rooms = published.proxy(Rooms.class, SOAP11, with(ofClient));
        Room room = new Room();
        room.name = "north";

        Room booked = rooms.book(room);

        assertThat(Published.status(rooms).streamedCalls()).isEqualTo(1);
        assertThat(booked.getName()).isEqualTo("north");
        assertThat(service.generated).isEqualTo(ofService == Accessors.GENERATED);
        assertThat(booked.isGenerated()).isEqualTo(ofClient == Accessors.GENERATED);
    }

    private static ParleyFeature with(Accessors access) {
        return Published.feature(Mode.ALWAYS).set(Setting.ACCESSORS, access);
    }
}
