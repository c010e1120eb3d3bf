/** Durable and shared context stores, SQLite in the process, PostgreSQL and Infinispan; the WS-Context service. */
module io.parley.store {
    requires static org.jspecify;
    requires transitive io.parley.core;
    requires jakarta.annotation;
    requires jakarta.xml.bind;
    requires transitive jakarta.xml.ws;
    requires java.sql;
    requires java.xml;
    requires static org.postgresql.jdbc;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports io.parley.store.wscontext.message;
    exports io.parley.store.wscontext;

    opens io.parley.store.wscontext;
    opens io.parley.store.wscontext.message;

    provides io.parley.context.ContextStoreProvider with
            io.parley.store.infinispan.InfinispanStoreProvider,
            io.parley.store.jdbc.PostgresStoreProvider,
            io.parley.store.jdbc.SqliteStoreProvider;
}
