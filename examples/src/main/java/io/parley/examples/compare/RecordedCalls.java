package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls with requests from files to a service outside of this process, of which only the answers are known. */
final class RecordedCalls implements Calls {
    private static final long[] UNKNOWN = new long[2];

    private final List<List<String>> requests;
    private final int rounds;

    /**
     * Creates the calls.
     *
     * @param rounds number of times that each request is sent by each transport
     */
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
        // The service needs no preparation.
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
