package com.example.bytes;

import java.io.OutputStream;
import java.util.function.Consumer;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** An interceptor that receives its behaviour as an argument. */
final class HandedOn extends AbstractPhaseInterceptor<Message> {
    private final Consumer<Message> does;

    private HandedOn(Consumer<Message> does) {
        super(Phase.RECEIVE);
        this.does = does;
    }

    static Interceptor<Message> of() {
        return new HandedOn(message -> message.setContent(OutputStream.class, OutputStream.nullOutputStream()));
    }

    @Override
    public void handleMessage(Message message) {
        does.accept(message);
    }
}
