package io.parley.cxf.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a message's properties behave like any other map. */
class SlotsTest {
    private final Map<String, Object> slots = new Slots();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsDoneToThemIsAsInAHashMap(long seed) {
        Random random = new Random(seed);
        Map<String, Object> expected = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            String name = random.nextInt(50) == 0 ? null : "name-" + random.nextInt(120);
            Object value = random.nextInt(10) == 0 ? null : random.nextInt();
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> assertThat(slots.put(name, value)).isEqualTo(expected.put(name, value));
                case 3, 4 -> assertThat(slots.remove(name)).isEqualTo(expected.remove(name));
                case 5 -> assertThat(slots.putIfAbsent(name, value)).isEqualTo(expected.putIfAbsent(name, value));
                case 6 -> removeSome(random.nextLong(), expected);
                default -> assertThat(slots.get(name)).isEqualTo(expected.get(name));
            }
            assertThat(slots.containsKey(name)).isEqualTo(expected.containsKey(name));
            assertThat(slots).as("seed %d, step %d", seed, i).hasSameSizeAs(expected);
        }
        assertThat(new HashMap<>(slots)).isEqualTo(expected);
        slots.clear();
        assertThat(slots).isEmpty();
    }

    private void removeSome(long seed, Map<String, Object> expected) {
        slots.keySet().removeIf(name -> isChosen(name, seed));
        expected.keySet().removeIf(name -> isChosen(name, seed));
    }

    private static boolean isChosen(String name, long seed) {
        return ((name == null ? 0 : name.hashCode()) ^ seed) % 7 == 0;
    }

    @Test
    void namesOfOneHashAreTwo() {
        slots.put("Aa", 1);
        slots.put("BB", 2);
        assertThat(slots).containsEntry("Aa", 1).containsEntry("BB", 2).doesNotContainKey("C#");
    }

    @Test
    void anEntryWritesThrough() {
        slots.put("a", 1);
        slots.entrySet().iterator().next().setValue(2);
        assertThat(slots).containsEntry("a", 2);
    }

    @Test
    void anIteratorEndsAndRemovesOnce() {
        slots.put("a", 1);
        Iterator<Map.Entry<String, Object>> entries = slots.entrySet().iterator();
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        entries.next();
        entries.remove();
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
        assertThat(slots).isEmpty();
    }
}
