package io.parley.bench.data;

import io.parley.bench.data.Beans.Address;
import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.DoubleList;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Item;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Beans.Simple;
import io.parley.bench.data.Beans.Strings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Generates the content of a workload from a fixed seed. Each instance is used once. */
final class Generated {
    private static final long SEED = 20_040_815;
    private static final double RANGE = 1_000;
    private static final int ORDERS = 6;
    private static final int LINES = 10;
    private static final int MEASUREMENTS = 30;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int count;

    Generated(int count) {
        this.count = count;
    }

    Object object(Kind kind) {
        return switch (kind) {
            case VOID -> new Empty();
            case F64 -> Beans.of(Doubles.class, doubles(count));
            case LIST ->
                Beans.of(
                        DoubleList.class,
                        DoubleStream.of(doubles(count)).boxed().collect(Collectors.toCollection(ArrayList::new)));
            case I32 -> Beans.of(Ints.class, random.ints(count).toArray());
            case STR -> Beans.of(Strings.class, words());
            case BLOB -> Beans.of(Blob.class, bytes());
            case SIMPLE -> simple();
            case MEDIUM -> medium(LINES);
            case COMPLEX -> complex();
        };
    }

    Payload payload() {
        Payload made = new Payload();
        for (int i = 0; i < count; i++) {
            made.item.add(item());
        }
        return made;
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(word(8, 32));
        }
        return words;
    }

    private byte[] bytes() {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private Simple simple() {
        Simple made = new Simple();
        made.id = random.nextLong(Integer.MAX_VALUE);
        made.name = word(8, 24);
        made.email = word(8, 16) + "@" + word(8, 16) + ".example";
        made.balance = random.nextDouble(-RANGE, RANGE);
        made.visits = random.nextInt(1, 10_000);
        made.active = true;
        return made;
    }

    private Medium medium(int lines) {
        Medium made = new Medium();
        made.customer = simple();
        made.address.add(address());
        made.address.add(address());
        for (int i = 0; i < lines; i++) {
            made.item.add(item());
        }
        return made;
    }

    private Complex complex() {
        Complex made = new Complex();
        made.title = word(16, 32);
        for (int i = 0; i < ORDERS; i++) {
            made.order.add(medium(i));
        }
        made.measurement = doubles(MEASUREMENTS);
        return made;
    }

    private Address address() {
        Address made = new Address();
        made.street = word(8, 24);
        made.city = word(5, 12);
        made.country = word(2, 2);
        return made;
    }

    private Item item() {
        Item made = new Item();
        made.number = random.nextLong(Integer.MAX_VALUE);
        made.article = word(8, 16);
        made.quantity = random.nextInt(1, 100);
        made.price = random.nextDouble(RANGE);
        return made;
    }

    private double[] doubles(int length) {
        return random.doubles(length, -RANGE, RANGE).toArray();
    }

    private String word(int shortest, int longest) {
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(shortest, longest + 1); length > 0; length--) {
            word.append((char) ('a' + random.nextInt('z' - 'a' + 1)));
        }
        return word.toString();
    }
}
