package io.parley.conformance;

import java.util.List;
import java.util.Locale;

/** Prints results in JUnit's XML format. */
public final class JUnitReport {
    private static final double MILLIS = 1_000;

    private JUnitReport() {}

    /**
     * Returns the report.
     *
     * @param name of the test suite
     */
    public static String of(String name, List<Result> results) {
        long failed = count(results, Result.Outcome.FAILED);
        long skipped = count(results, Result.Outcome.SKIPPED);
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"")
                .append(escaped(name))
                .append("\" tests=\"" + results.size() + "\" failures=\"" + failed + "\" errors=\"0\" skipped=\""
                        + skipped)
                .append("\">\n");
        for (Result result : results) {
            xml.append("  <testcase classname=\"section " + escaped(result.section()) + "\" name=\"")
                    .append(escaped(result.id() + " " + result.title()))
                    .append("\" time=\"" + String.format(Locale.ROOT, "%.3f", result.millis() / MILLIS) + "\">");
            switch (result.outcome()) {
                case FAILED ->
                    xml.append("<failure message=\"")
                            .append(escaped("expected " + result.expected() + ", found " + result.found()))
                            .append("\"/>");
                case SKIPPED -> xml.append("<skipped message=\"" + escaped(result.found()) + "\"/>");
                case PASSED -> {}
            }
            xml.append("</testcase>\n");
        }
        return xml.append("</testsuite>\n").toString();
    }

    private static long count(List<Result> results, Result.Outcome outcome) {
        return results.stream().filter(each -> each.outcome() == outcome).count();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\x00-\\x1f\\x7f]", "?");
    }
}
