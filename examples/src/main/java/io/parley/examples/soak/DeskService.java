package io.parley.examples.soak;

import io.parley.runtime.IncomingMessage;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** CXF implementation of {@link Desk}, which learns of cancelled calls from its message. */
@WebService(
        endpointInterface = "io.parley.examples.soak.Desk",
        targetNamespace = Desk.NAMESPACE,
        serviceName = "DeskService")
public final class DeskService implements Desk {
    /** Message of the fault for {@link Saying#REFUSED}. */
    static final String NOT_SAID = "this is not said";

    private final Work work;

    @Resource
    private @Nullable WebServiceContext context;

    DeskService(Work work) {
        this.work = work;
    }

    @Override
    public Saying say(Saying saying) {
        if (saying.text.equals(Saying.REFUSED)) {
            throw new IllegalArgumentException(NOT_SAID);
        }
        return work.say(saying, onUnwanted());
    }

    private Consumer<Runnable> onUnwanted() {
        Object request = context == null ? null : context.getMessageContext().get(IncomingMessage.class.getName());
        return request instanceof IncomingMessage message ? message::onUnwanted : task -> {};
    }

    @Override
    public Figures add(Figures figures) {
        return figures.sum();
    }

    @Override
    public Parcel send(Parcel parcel) {
        try {
            return Parcel.of(parcel.read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void note(Saying saying) {
        if (saying.text.isEmpty()) {
            throw new IllegalArgumentException("expected something to note");
        }
    }
}
