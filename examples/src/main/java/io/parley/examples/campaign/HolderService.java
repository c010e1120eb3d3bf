package io.parley.examples.campaign;

import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Implementation that holds long content for 300 ms. */
@WebService(
        endpointInterface = "io.parley.examples.campaign.Holder",
        targetNamespace = "urn:parley:campaign",
        serviceName = "HolderService")
public final class HolderService implements Holder {
    private static final long HOLD_MILLIS = 300;
    private static final int CHUNK = 64 * 1024;
    /** Never counted down: only the timeout ends the wait. */
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    HolderService() {}

    @Override
    public int count(List<String> texts) {
        hold(texts);
        return texts.size();
    }

    @Override
    public int weigh(DataHandler content) {
        byte[] chunk = new byte[CHUNK];
        int bytes = 0;
        try (InputStream in = content.getInputStream()) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                bytes += read;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    @Override
    public List<String> fill(int texts) {
        return Collections.nCopies(texts, "ab");
    }

    @Override
    public int echo(int number) {
        return number;
    }

    private static void hold(Object value) {
        try {
            boolean unused = NEVER.await(HOLD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Reference.reachabilityFence(value);
        }
    }
}
