package io.parley.store.jdbc;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.testkit.context.ContextPartitionContract;
import io.parley.testkit.context.PartitionProxy;
import io.parley.testkit.context.PostgresServer;
import io.parley.testkit.context.StorePartition;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Runs the partition contract on nodes that share one PostgreSQL server over separate connections, which are cut. The
 * server is killed as well.
 */
class PostgresPartitionTest extends ContextPartitionContract {
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.create("fsync=on", "synchronous_commit=on");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected StorePartition partition() throws Exception {
        return new Nodes(server.newSchema());
    }

    private static final class Nodes implements StorePartition {
        /** The driver's read timeout as set by the store, and a margin for a busy machine. */
        private static final Duration SILENT = Duration.ofSeconds(30 + 10);

        private static final Duration BROKEN = Duration.ofSeconds(10);

        private final List<PartitionProxy> proxies = new ArrayList<>();
        private final List<ContextStore> stores = new ArrayList<>();

        Nodes(String schema) throws IOException {
            String direct = server.address(schema);
            int port = URI.create(direct).getPort();
            for (int number = 0; number < NODES; number++) {
                PartitionProxy proxy = new PartitionProxy(port);
                proxies.add(proxy);
                String address = direct.replace(":" + port + "/", ":" + proxy.port() + "/");
                stores.add(ContextStores.open(address, StoreSettings.defaults()));
            }
        }

        @Override
        public ContextStore node(int number) {
            return stores.get(number);
        }

        @Override
        public void cut(int number, boolean silently) {
            proxies.get(number).cut(silently);
        }

        @Override
        public void heal(int number) {
            proxies.get(number).heal();
        }

        @Override
        public void crash() throws Exception {
            server.kill();
            server.start();
        }

        @Override
        public Duration refusesWithin(boolean silently) {
            return silently ? SILENT : BROKEN;
        }

        @Override
        public void close() throws IOException {
            for (PartitionProxy proxy : proxies) {
                proxy.heal();
            }
            stores.forEach(ContextStore::close);
            for (PartitionProxy proxy : proxies) {
                proxy.close();
            }
        }
    }
}
