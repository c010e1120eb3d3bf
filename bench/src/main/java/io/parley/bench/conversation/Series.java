package io.parley.bench.conversation;

import io.parley.bench.link.Link;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Median;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/** The sessions of one application over one link, in several ways. Sessions may be added by any thread. */
final class Series {
    /** The largest number of messages tried to find where the stream pays off. */
    private static final int LONGEST = 1_000;

    private final Application application;
    private final Link link;
    private final Map<Way, Queue<Dialogue>> held = new EnumMap<>(Way.class);

    Series(Application application, Link link, List<Way> ways) {
        this.application = application;
        this.link = link;
        ways.forEach(way -> held.put(way, new ConcurrentLinkedQueue<>()));
    }

    Application application() {
        return application;
    }

    void add(Way way, Dialogue dialogue) {
        queue(way).add(dialogue);
    }

    /** Returns one result for each way. */
    List<CellResult> results() {
        return held.keySet().stream().map(this::result).toList();
    }

    private CellResult result(Way way) {
        double[] times = later(way);
        Dialogue some = queue(way).element();
        double others = some.ends().length - 1.0;
        String workload = application.name() + "@" + link.name() + way.suffix();
        return CellResult.timed(
                        new CellResult.Key("session", way.system().word(), workload),
                        new ListStatistics(times),
                        median(way, Dialogue::allocated) / others,
                        median(way, dialogue -> dialogue.bytes() - dialogue.firstBytes()) / others)
                .with(more(way, some));
    }

    private Map<String, Double> more(Way way, Dialogue some) {
        Map<String, Double> more = new HashMap<>();
        double later = Median.of(later(way));
        for (int messages : application.sessions()) {
            more.put(Figures.session(messages), session(way, messages, later));
        }
        more.put(Figures.SENT, (double) some.ends().length);
        more.put(Figures.FIRST_BYTES, median(way, Dialogue::firstBytes));
        for (String name : some.opening().keySet()) {
            more.put(name, median(way, dialogue -> dialogue.opening().get(name)));
        }
        if (way.negotiates()) {
            paidAfter(way).ifPresent(messages -> more.put(Figures.PAID, messages));
        }
        return more;
    }

    private OptionalDouble paidAfter(Way way) {
        double stream = Median.of(later(way));
        double soap = Median.of(later(Way.SOAP));
        return IntStream.rangeClosed(1, LONGEST)
                .filter(messages -> session(way, messages, stream) <= session(Way.SOAP, messages, soap))
                .asDoubleStream()
                .findFirst();
    }

    private double session(Way way, int messages, double later) {
        return median(way, dialogue -> dialogue.session(messages, later));
    }

    private double[] later(Way way) {
        return queue(way).stream()
                .map(way == Way.PIPELINED ? Dialogue::added : Dialogue::laterMessages)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private double median(Way way, ToDoubleFunction<Dialogue> figure) {
        return Median.of(queue(way).stream().mapToDouble(figure).toArray());
    }

    private Queue<Dialogue> queue(Way way) {
        return Objects.requireNonNull(held.get(way));
    }
}
