package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.layout.Scalar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a list of numbers behaves like an {@code ArrayList}. */
class NumberListTest {
    private static final int STEPS = 2_000;

    static Stream<Object> arrays() {
        return Stream.of(
                new byte[] {1, -2, 3},
                new short[] {1, -2, 3},
                new int[] {1, -2, 3},
                new long[] {1, -2, 3},
                new float[] {1, -0.0f, Float.NaN},
                new double[] {1, -0.0, Double.NaN});
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void holdsWhatTheArrayHolds(Object array) {
        NumberList list = over(array);

        assertThat(list).isEqualTo(boxed(array)).hasSize(3);
        assertThat(list.arrayOf(array.getClass())).isSameAs(array);
        assertThat(list.arrayOf(char[].class)).isNull();
        assertThat(NumberList.isPacked(list)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void goesToAndFromABufferInTheBuffersOrder(Object array) {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            NumberList list = over(array);
            ByteBuffer buffer = ByteBuffer.allocate(3 * Double.BYTES).order(order);
            list.write(0, 3, buffer.duplicate().order(order));

            NumberList copy = Objects.requireNonNull(NumberList.ofZeros(scalarOf(list), 3));
            copy.read(buffer.duplicate().order(order), 0, 3);

            assertThat(copy).isEqualTo(list);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Scalar.class,
            names = {"BYTE", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE"},
            mode = EnumSource.Mode.EXCLUDE)
    void isNotMadeOfAnythingElse(Scalar scalar) {
        assertThat(NumberList.ofZeros(scalar, 1)).isNull();
    }

    @Test
    void whateverIsDoneToItIsDoneAsToAnArrayList() {
        for (int seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            List<Object> list = over(new double[] {1, 2, 3});
            List<Object> model = new ArrayList<>(List.of(1.0, 2.0, 3.0));
            for (int step = 0; step < STEPS / 50; step++) {
                Consumer<List<Object>> change = change(random, model.size());
                change.accept(list);
                change.accept(model);
                assertThat(list).as("seed %d, step %d", seed, step).isEqualTo(model);
                assertThat(list.hashCode()).isEqualTo(model.hashCode());
            }
        }
    }

    private static Consumer<List<Object>> change(Random random, int size) {
        Double number = random.nextDouble();
        int place = random.nextInt(size + 1);
        int from = random.nextInt(size + 1);
        int to = from + random.nextInt(size - from + 1);
        return switch (random.nextInt(size == 0 ? 3 : 9)) {
            case 0 -> list -> list.add(number);
            case 1 -> list -> list.add(place, number);
            case 2 -> list -> list.addAll(place, List.of(1.5, 2.5));
            case 3 -> list -> list.set(place % size, number);
            case 4 -> list -> list.remove(place % size);
            case 5 -> list -> list.subList(from, to).clear();
            case 6 -> list -> list.sort(null);
            case 7 -> list -> list.removeIf(each -> ((Double) Objects.requireNonNull(each)) < 0.1);
            default -> list -> list.replaceAll(each -> each == null ? number : -((Double) each));
        };
    }

    @SuppressWarnings("NullAway") // applications may do this
    @Test
    void theFirstNullMakesItAListOfObjects() {
        NumberList list = over(new int[] {1, 2});

        list.add(null);
        list.add(3);
        list.set(0, null);
        list.remove(1);

        assertThat(list).containsExactly(null, null, 3);
        assertThat(NumberList.isPacked(list)).isFalse();
        assertThat(list.arrayOf(int[].class)).isNull();
    }

    /** Generics do not exclude this at run time. */
    @Test
    void theFirstStrangerMakesItAListOfObjects() {
        NumberList list = over(new int[] {1});

        list.set(0, "one");

        assertThat(list).containsExactly("one");
    }

    @Test
    void anArrayThatIsNotFilledIsNotHandedOut() {
        NumberList list = over(new long[] {1, 2});

        list.remove(0);

        assertThat(list.arrayOf(long[].class)).isNull();
        assertThatThrownBy(() -> list.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whoChangesItWhileWalkingIsTold() {
        NumberList list = over(new long[] {1, 2});
        Iterator<Object> walk = list.iterator();

        list.add(3L);

        assertThatThrownBy(walk::next).isInstanceOf(ConcurrentModificationException.class);
    }

    @Test
    void aBeanThatIsSerializedDoesNotNameParley() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(over(new double[] {1, 2}));
        }

        assertThat(out.toString(StandardCharsets.ISO_8859_1))
                .contains("java.util.ArrayList")
                .doesNotContain("parley");
    }

    private static NumberList over(Object array) {
        return Objects.requireNonNull(NumberList.over(array));
    }

    private static Scalar scalarOf(NumberList list) {
        return Arrays.stream(Scalar.values())
                .filter(list::isPackedAs)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the same numbers in an ordinary list. */
    private static List<Object> boxed(Object array) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            items.add(Array.get(array, i));
        }
        return items;
    }
}
