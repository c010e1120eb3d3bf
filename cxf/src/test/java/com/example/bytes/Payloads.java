package com.example.bytes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.io.CacheAndWriteOutputStream;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.io.CachedOutputStreamCallback;
import org.apache.cxf.message.Message;

/** Helper of an application that reads and changes the bytes of messages, shared by its interceptors. */
final class Payloads {
    private Payloads() {}

    /** Takes the incoming bytes and puts the changed ones in their place. */
    static String exchange(Message message, UnaryOperator<String> change) {
        try {
            String text = new String(message.getContent(InputStream.class).readAllBytes(), StandardCharsets.UTF_8);
            byte[] changed = change.apply(text).getBytes(StandardCharsets.UTF_8);
            message.setContent(InputStream.class, new ByteArrayInputStream(changed));
            return text;
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    /** Receives the outgoing bytes once they are complete. */
    interface Listener {
        void onBytes(String text);
    }

    static void keep(Message message, Listener listener) {
        CacheAndWriteOutputStream caching = new CacheAndWriteOutputStream(message.getContent(OutputStream.class));
        message.setContent(OutputStream.class, caching);
        caching.registerCallback(new CachedOutputStreamCallback() {
            @Override
            public void onFlush(CachedOutputStream ignored) {}

            @Override
            public void onClose(CachedOutputStream bytes) {
                try {
                    listener.onBytes(new String(bytes.getBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new Fault(e);
                }
            }
        });
    }
}
