package io.parley.testkit.campaign;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server with little memory whose handlers hold each request for a while. Prints its port; then, for each line of its
 * input with a representation and a compression, a token, or for {@code held} the bytes that its messages hold. Ends
 * with its input.
 */
public final class MemoryServer {
    private static final long HOLD_MILLIS = 300;
    /** Never released: handlers always take their full time. */
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private MemoryServer() {}

    /** Runs until the input ends. Arguments are settings of limits, each as {@code NAME=VALUE}. */
    public static void main(String[] arguments) throws IOException {
        Limits limits = MemoryCampaign.limits(arguments);
        Handlers handlers = handlers();
        try (ParleyRuntime runtime = ParleyRuntime.builder().limits(limits).build()) {
            RuntimeListener listening = runtime.listen("stream", new Address("127.0.0.1", 0), null);
            say("port " + listening.address().port());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("held")) {
                    say("held " + (runtime.objectBytes() + runtime.reservedBytes()));
                    continue;
                }
                String[] form = line.split(" ", -1);
                Agreement agreement = MemoryCampaign.agreement(listening.address(), limits, form[0], form[1]);
                byte[] token = runtime.issue(agreement, "campaign", null, handlers);
                say("token " + Base64.getEncoder().encodeToString(token));
            }
        }
    }

    private static Handlers handlers() {
        HandlerSet handlers = new HandlerSet(HeavyContent.CONTRACT);
        handlers.add(
                "text",
                true,
                HeavyContent.Text.class,
                (value, session) -> hold(value, String.valueOf(value.text).length()));
        handlers.add("texts", true, HeavyContent.Texts.class, (value, session) -> hold(value, value.text.size()));
        handlers.add("numbers", true, HeavyContent.Numbers.class, (value, session) -> hold(value, value.number.size()));
        handlers.add("beans", true, HeavyContent.Beans.class, (value, session) -> hold(value, value.bean.size()));
        handlers.add("map", true, HeavyContent.Counts.class, (value, session) -> hold(value, value.count.size()));
        handlers.add(HeavyContent.FILLED, true, Integer.class, (value, session) -> HeavyContent.blob(value));
        handlers.add(
                HeavyContent.BYTES,
                true,
                HeavyContent.Blob.class,
                (value, session) -> hold(value, value.content.length));
        handlers.add(HeavyContent.HONEST, true, Integer.class, (value, session) -> value);
        return handlers.build();
    }

    private static Integer hold(Object value, int size) {
        try {
            boolean unused = NEVER.await(HOLD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Reference.reachabilityFence(value);
        }
        return size;
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
