package io.parley.examples.campaign;

import io.parley.testkit.campaign.HeavyContent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The latest response of each shape, since callers request the same one at a time. Thread-safe. */
final class MadeAnswers {
    private final Map<String, Made> latest = new ConcurrentHashMap<>();

    private record Made(int bytes, Object content) {}

    /** Returns the response of that shape and approximate size. */
    Object answer(String shape, int bytes) {
        return latest.compute(
                        shape,
                        (same, known) -> known != null && known.bytes() == bytes
                                ? known
                                : new Made(bytes, HeavyContent.answer(shape, bytes)))
                .content();
    }
}
