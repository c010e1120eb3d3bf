package io.parley.bench.report;

import io.parley.bench.result.CellResult;

/** The sections of suites that have figures of their own: memory, and calls to plain services. */
final class FurtherFigures {
    private final Results results;
    private final Page page;

    FurtherFigures(Results results, Page page) {
        this.results = results;
        this.page = page;
    }

    void write() {
        memory();
        plain();
        headers();
    }

    /** Header blocks by SOAP, by value and by URI. */
    void headers() {
        Table table = new Table(
                "header blocks",
                "as text",
                "SOAP",
                "by value",
                "by URI",
                "SOAP, median",
                "by value, median",
                "by URI, median",
                "store (Oa)");
        for (CellResult result : results.of("headers")) {
            table.row(
                    result.workload(),
                    size(result, "text_bytes"),
                    size(result, "soap_bytes"),
                    size(result, "by_value_bytes"),
                    Amounts.size(result.wireBytes()),
                    time(result, "soap_us"),
                    time(result, "by_value_us"),
                    Amounts.time(result.medianUs()),
                    time(result, "store_us"));
        }
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

    private static String time(CellResult result, String figure) {
        return Amounts.time(result.more(figure).orElseThrow());
    }

    private void memory() {
        Table table = new Table(
                "workload",
                "system",
                "buffers at most",
                "taken for buffers",
                "heap at rest",
                "classes and code at rest");
        for (CellResult result : results.of("memory")) {
            table.row(
                    result.workload(),
                    result.system(),
                    size(result, "peak_buffer_bytes"),
                    size(result, "peak_chunk_bytes"),
                    size(result, "rest_heap_bytes"),
                    size(result, "rest_code_bytes"));
        }
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
            page.section("A service that is known not to be capable");
            page.table(new Table("a void call by SOAP", "", "with the plugin", "without", "added")
                    .row(
                            "median",
                            "",
                            Amounts.time(result.medianUs()),
                            Amounts.time(result.more("without_us").orElseThrow()),
                            Amounts.number(result.more("added_us").orElseThrow()) + " µs")
                    .row(
                            "allocated by the calling thread",
                            "",
                            Amounts.size(result.allocBytes()),
                            Amounts.size(result.allocBytes()
                                    - result.more("added_alloc_bytes").orElseThrow()),
                            Amounts.size(result.more("added_alloc_bytes").orElseThrow())));
        }
    }

    private static String size(CellResult result, String figure) {
        return Amounts.size(result.more(figure).orElseThrow());
    }
}
