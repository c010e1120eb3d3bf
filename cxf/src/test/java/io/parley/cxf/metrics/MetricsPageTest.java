package io.parley.cxf.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.parley.negotiation.FallbackReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the page of metrics lists the existing meters; {@code -Dparley.pages=write} rewrites the list. */
class MetricsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "metrics.md");
    private static final String BEGIN = "<!-- generated -->\n";
    private static final String END = "<!-- end of generated -->";
    /** Maximum number of values of a tag to list; for more, only their number is written. */
    private static final int SHOWN = 4;

    private final Bus bus = BusFactory.newInstance().createBus();

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    @Test
    void thePageListsEveryMeterWithItsUnitAndTags() throws Exception {
        String wanted = table();
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(to).as("the page has its markers").isGreaterThanOrEqualTo(from);
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(PAGE, page.substring(0, from) + wanted + page.substring(to));
        } else {
            assertThat(page.substring(from, to))
                    .as("%s; rewrite it with -Dparley.pages=write", PAGE)
                    .isEqualTo(wanted);
        }
    }

    @Test
    void tagsHaveNoMoreValuesThanTheCodeHasNames() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new ParleyMeters(bus).bindTo(registry);

        assertThat(registry.getMeters().stream().flatMap(each -> each.getId().getTags().stream()))
                .extracting(Tag::getKey)
                .containsOnly("side", "form", "dir", "reason", "fate");
        assertThat(registry.getMeters()).hasSizeLessThan(FallbackReason.values().length + 30);
    }

    private String table() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new ParleyMeters(bus).bindTo(registry);
        Map<String, List<Meter.Id>> byName = new TreeMap<>();
        registry.getMeters()
                .forEach(each -> byName.computeIfAbsent(each.getId().getName(), name -> new ArrayList<>())
                        .add(each.getId()));
        StringBuilder lines =
                new StringBuilder("\n| meter | for Prometheus | type, unit | tags | counts |\n|---|---|---|---|---|\n");
        byName.forEach((name, ids) -> lines.append(line(ids)));
        return lines.append('\n').toString();
    }

    private static String line(List<Meter.Id> ids) {
        Meter.Id id = ids.get(0);
        String unit = id.getBaseUnit() == null ? "" : ", " + id.getBaseUnit();
        Map<String, Set<String>> tags = new TreeMap<>();
        ids.forEach(each -> each.getTags()
                .forEach(tag -> tags.computeIfAbsent(tag.getKey(), key -> new TreeSet<>())
                        .add(tag.getValue())));
        List<String> shown = new ArrayList<>();
        tags.forEach((key, values) -> shown.add("`" + key + "` ("
                + (values.size() > SHOWN ? "one of " + values.size() : String.join(", ", values)) + ")"));
        return "| `" + id.getName() + "` | " + prometheus(id) + " | "
                + id.getType().name().toLowerCase(Locale.ROOT) + unit + " | " + String.join(", ", shown) + " | "
                + id.getDescription() + " |\n";
    }

    /** Returns the name that Prometheus' registry gives the meter. */
    private static String prometheus(Meter.Id id) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        NamingConvention convention = registry.config().namingConvention();
        String name = convention.name(id.getName(), id.getType(), id.getBaseUnit());
        return switch (id.getType()) {
            case COUNTER -> "`" + name + "_total`";
            case TIMER -> "`" + name + "_count`, `" + name + "_sum`";
            default -> "`" + name + "`";
        };
    }
}
