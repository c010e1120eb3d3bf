package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls with the requests of files to a service that is not this process's, of which only the answers are known. */
final class RecordedCalls implements Calls {
    private static final long[] UNKNOWN = new long[2];

    private final List<List<String>> requests;
    private final int rounds;

    /** @param rounds number of times that each request is made by each way */
    RecordedCalls(List<List<String>> requests, int rounds) {
        this.requests = requests;
        this.rounds = rounds;
    }

    @Override
    public int number() {
        return Math.multiplyExact(requests.size(), rounds);
    }

    @Override
    public List<String> request(int call) {
        return requests.get(call % requests.size());
    }

    @Override
    public void begin(int call) {
        // The service needs no word of it.
    }

    @Override
    public Optional<List<@Nullable Object>> received() {
        return Optional.empty();
    }

    @Override
    public Optional<Difference> difference(List<@Nullable Object> bySoap, List<@Nullable Object> found) {
        return Optional.empty();
    }

    @Override
    public long[] written() {
        return UNKNOWN;
    }
}
