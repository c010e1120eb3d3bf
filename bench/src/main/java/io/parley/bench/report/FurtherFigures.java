package io.parley.bench.report;

import io.parley.bench.result.CellResult;

/** Sections of the suites with figures of their own: memory, calls to plain services, and header blocks. */
record FurtherFigures(Results results, Page page) {
    void write() {
        memory();
        plain();
        headers();
    }

    /** Adds the section about header blocks over SOAP, by value and by URI. */
    void headers() {
        Table table = Table.of(
                results.of("headers"),
                new Column<>("header blocks", CellResult::workload),
                Columns.size("as text", "text_bytes"),
                Columns.size("SOAP", "soap_bytes"),
                Columns.size("by value", "by_value_bytes"),
                Columns.size("by URI", CellResult::wireBytes),
                Columns.time("SOAP, median", "soap_us"),
                Columns.time("by value, median", "by_value_us"),
                Columns.time("by URI, median", CellResult::medianUs),
                Columns.time("store (Oa)", "store_us"));
        if (!table.isEmpty()) {
            page.section("Header blocks");
            page.paragraph(
                    "A call without a body, both ways together: by SOAP, on the stream with its header blocks as they"
                            + " are, and on",
                    "the stream with those that stay the same as numbers that stand for their context URIs. *wsrm-847*"
                            + " is the item",
                    "that the HHFR paper keeps in its context store; *addressing* has a message id that changes. Oa is what",
                    "the client's store, here in memory, takes for one block; the paper's took 20 ms on a wire.");
            page.table(table);
        }
    }

    private void memory() {
        Table table = Table.of(
                results.of("memory"),
                Columns.WORKLOAD,
                Columns.SYSTEM,
                Columns.size("buffers at most", "peak_buffer_bytes"),
                Columns.size("taken for buffers", "peak_chunk_bytes"),
                Columns.size("heap at rest", "rest_heap_bytes"),
                Columns.size("classes and code at rest", "rest_code_bytes"));
        if (!table.isEmpty()) {
            page.section("Memory");
            page.paragraph(
                    "Client and server together. Buffers are those of Netty, during one message that goes one way; CXF"
                            + " by",
                    "itself has none. The heap at rest contains what client and server keep ready: the content, on"
                            + " each side.");
            page.table(table);
        }
    }

    private void plain() {
        for (CellResult result : results.of("plain")) {
            double bytes = result.more("added_alloc_bytes").orElseThrow();
            page.section("A service that is known not to be capable");
            page.table(new Table("a void call by SOAP", "", "with the plugin", "without", "added")
                    .row(
                            "median",
                            "",
                            Amounts.time(result.medianUs()),
                            Amounts.time(result.more("without_us")),
                            Amounts.number(result.more("added_us")) + " µs")
                    .row(
                            "allocated by the calling thread",
                            "",
                            Amounts.size(result.allocBytes()),
                            Amounts.size(result.allocBytes() - bytes),
                            Amounts.size(bytes)));
        }
    }
}
