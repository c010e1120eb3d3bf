package io.parley.store.infinispan;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.infinispan.AdvancedCache;
import org.infinispan.commands.remote.ClusteredGetCommand;
import org.infinispan.container.entries.InternalCacheValue;
import org.infinispan.distribution.DistributionInfo;
import org.infinispan.distribution.DistributionManager;
import org.infinispan.distribution.LocalizedCacheTopology;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.remoting.inboundhandler.DeliverOrder;
import org.infinispan.remoting.responses.SuccessfulResponse;
import org.infinispan.remoting.responses.ValidResponse;
import org.infinispan.remoting.rpc.RpcOptions;
import org.infinispan.remoting.transport.impl.SingleResponseCollector;
import org.jspecify.annotations.Nullable;

/**
 * Reads values from the primary owner of a key. Backup owners receive a value before the primary owner commits it,
 * which it does not if one of them fails: a value read from a backup may disappear again.
 */
record PrimaryOwner(AdvancedCache<byte[], byte[]> cache) {
    private static final RpcOptions ONCE = new RpcOptions(DeliverOrder.NONE, 1_500, TimeUnit.MILLISECONDS);
    private static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);
    private static final long PAUSE_MILLIS = 20;

    /**
     * Returns the value at the primary owner; null if there is none. Blocks.
     *
     * @throws IllegalStateException if neither the primary owner nor its successor responds within 3.5 seconds
     */
    byte @Nullable [] read(byte[] key) {
        DistributionManager distribution = cache.getDistributionManager();
        if (distribution == null) {
            return cache.get(key);
        }
        long began = System.nanoTime();
        Exception last = null;
        while (last == null || System.nanoTime() - began < TIMEOUT_NANOS) {
            try {
                return read(key, distribution.getCacheTopology());
            } catch (ExecutionException
                    | CompletionException
                    | TimeoutException e) { // another node may be the primary owner now
                last = e;
                pause();
            }
        }
        throw new IllegalStateException("the primary owner does not respond", last);
    }

    private byte @Nullable [] read(byte[] key, LocalizedCacheTopology topology)
            throws ExecutionException, TimeoutException {
        Object stored = cache.getKeyDataConversion().toStorage(key);
        DistributionInfo owners = topology.getDistribution(stored);
        if (owners.isPrimary()) {
            return cache.get(key);
        }
        ClusteredGetCommand command = ComponentRegistry.of(cache)
                .getCommandsFactory()
                .buildClusteredGetCommand(stored, owners.segmentId(), 0);
        command.setTopologyId(topology.getTopologyId());
        try {
            return value(cache.getRpcManager()
                    .invokeCommand(owners.primary(), command, SingleResponseCollector.validOnly(), ONCE)
                    .toCompletableFuture()
                    .get(TIMEOUT_NANOS, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading from the primary owner", e);
        }
    }

    private byte @Nullable [] value(ValidResponse<?> response) throws TimeoutException {
        if (!(response instanceof SuccessfulResponse)) {
            throw new TimeoutException(
                    "another node is the primary owner: " + response.getClass().getSimpleName());
        }
        Object found = response.getResponseValue();
        return found == null
                ? null
                : (byte[]) cache.getValueDataConversion().fromStorage(((InternalCacheValue<?>) found).getValue());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading from the primary owner", e);
        }
    }
}
