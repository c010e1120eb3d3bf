package io.parley.bench.measure;

import io.parley.Limits;
import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.bench.document.Symbols;
import io.parley.bench.form.Direction;
import io.parley.bench.form.Events;
import io.parley.bench.form.Form;
import io.parley.bench.form.Forms;
import io.parley.bench.form.Work;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.schema.SafeXml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Times of one form in one direction with each document of a set. Documents of a size class share the warm-up; the
 * small ones are measured last.
 */
record FormTimes(Direction direction, Form form, Pace pace, List<CellResult> results) {
    private static final double CONFIDENCE = 0.95;
    /** Order of the classes: small documents depend most on compiled code, which the runs of the others provide. */
    private static final List<Size> ORDER = List.of(Size.MEDIUM, Size.LARGE, Size.SMALL);

    /**
     * Measures a form with a set of documents.
     *
     * @param workload name of the form, {@code @}, and name of the set
     */
    static List<CellResult> measure(Direction direction, String workload, Pace pace) throws Exception {
        String[] words = workload.split("@", 2);
        List<CellResult> results = new ArrayList<>();
        List<Document> documents = Documents.of(words[1]);
        for (Size size : ORDER) {
            // Each class has a form of its own: a form that keeps its tables would have to clear the tables of
            // large documents for each small one.
            try (Form form = Forms.of(words[0])) {
                new FormTimes(direction, form, pace, results)
                        .measure(documents.stream()
                                .filter(document -> document.size() == size && form.does(direction, document))
                                .toList());
            }
        }
        return results;
    }

    private void measure(List<Document> documents) throws Exception {
        for (Document document : documents) {
            Work work = ready(document, true);
            long end = System.nanoTime() + pace.warmUp().toNanos() / documents.size();
            do {
                work.run();
            } while (System.nanoTime() - end < 0);
        }
        for (Document document : documents) {
            Work work = ready(document, false);
            results.add(result(document, Stretch.of(work, pace.measured())));
        }
    }

    /**
     * Prepares the work for one document; it is valid until the next call, since a form holds the bytes of one
     * document.
     */
    private Work ready(Document document, boolean checked) throws Exception {
        Work work = form.work(direction, document);
        if (checked) {
            check(document, work.run());
        }
        return work;
    }

    /** Checks that a reader has seen all of the document. */
    private void check(Document document, long found) throws Exception {
        long expected =
                Events.of(SafeXml.reader(document.xml(), Limits.defaults())).tally();
        if (direction == Direction.READ && form.isSeen() && found != expected) {
            throw new IllegalStateException(form.name() + " saw something else in " + document);
        }
    }

    private CellResult result(Document document, Stretch times) throws Exception {
        double bytes = form.bytes(document);
        double[] interval = times.micros().getConfidenceIntervalAt(CONFIDENCE);
        return CellResult.timed(
                        new CellResult.Key(direction.word(), form.name(), document.name()),
                        times.micros(),
                        times.allocated(),
                        bytes)
                .with(Map.of(
                        "xml_bytes",
                        (double) document.bytes(),
                        "warm_up_ms",
                        (double) pace.warmUp().toMillis(),
                        "low_us",
                        interval[0],
                        "high_us",
                        interval[1]))
                .labelled(Map.of("size", document.size().word()));
    }

    /**
     * Returns the properties of documents in the bnux paper: the share of symbols that occur once, and the shares of
     * the 16 most frequent ones.
     */
    static List<CellResult> describe(String set) throws Exception {
        List<CellResult> found = new ArrayList<>();
        for (Document document : Documents.of(set)) {
            Symbols symbols = Symbols.of(document);
            Map<String, Double> more = new HashMap<>();
            more.put("xml_bytes", (double) document.bytes());
            more.put("once_only", symbols.onceOnly());
            for (int some = 0; some < symbols.top().size(); some++) {
                more.put("top_" + (some + 1), symbols.top().get(some));
            }
            found.add(new CellResult("documents", "xml", document.name(), 1, 0, 0, 0, 0, document.bytes())
                    .with(more)
                    .labelled(Map.of("size", document.size().word())));
        }
        return found;
    }
}
