/** The operator's page: what nodes say of themselves, as JSON, as events, and as one page with its switches. */
module io.parley.console {
    requires static org.jspecify;
    requires transitive io.parley.data;
    requires org.slf4j;

    exports io.parley.console;
}
