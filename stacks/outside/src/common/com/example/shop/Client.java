package com.example.shop;

import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;

/**
 * Calls the shop, and says what came back and how it travelled; arguments are an address, a channel that calls must
 * take, or "any", and whether CXF's type tests are called as well.
 */
public final class Client {
    private static final int NUMBERS = 10_000;
    private static final int MORE_THAN_THERE_ARE = 101;

    private Client() {}

    public static void main(String[] arguments) throws Exception {
        Bus bus = BusFactory.getDefaultBus();
        if (!arguments[1].equals("any")) {
            Switch.insist(bus, arguments[1]);
        }
        Shop shop = Caller.of(bus, arguments[0]);
        List<String> answers = new ArrayList<>(answers(shop));
        String way = Switch.channel(ClientProxy.getClient(shop));
        if (Boolean.parseBoolean(arguments[2])) {
            answers.addAll(Types.answers(bus, arguments[0], way));
        }
        for (String answer : answers) {
            System.out.println("answer " + answer);
        }
        System.out.println("travelled " + way);
        bus.shutdown(true);
        System.exit(0);
    }

    private static List<String> answers(Shop shop) throws Exception {
        double[] numbers = new double[NUMBERS];
        Arrays.setAll(numbers, i -> i / 3.0);
        Holder<String> one = new Holder<>("17");
        Holder<Integer> other = new Holder<>(4);
        shop.swap(one, other);
        return List.of(
                "sum " + shop.sum(numbers),
                "confirm " + text(shop.confirm(order(3))),
                "swap " + one.value + " " + other.value,
                "greet " + shop.greet("en", "Ad\u00e4"),
                "find " + text(shop.find(7)) + " " + text(shop.find(0)),
                "fault " + fault(shop),
                "note " + noted(shop));
    }

    private static String fault(Shop shop) throws Exception {
        try {
            return "none, but " + text(shop.confirm(order(MORE_THAN_THERE_ARE)));
        } catch (Shop.SoldOut e) {
            return e.getMessage() + ", " + e.getFaultInfo();
        }
    }

    /** A message without response has arrived some time after it was sent. */
    private static boolean noted(Shop shop) throws InterruptedException {
        String text = "note " + System.nanoTime();
        shop.note(text);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        boolean there = isAmong(shop.notes(), text);
        while (!there && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
            there = isAmong(shop.notes(), text);
        }
        return there;
    }

    /** A list without elements is none over SOAP. */
    private static boolean isAmong(List<String> notes, String text) {
        return notes != null && notes.contains(text);
    }

    private static String text(Shop.Article article) {
        return article instanceof Shop.Book book
                ? "book " + book.name + " " + book.isbn + " " + book.weight
                : "article " + article.name;
    }

    private static String text(Shop.Order order) {
        StringBuilder text = new StringBuilder();
        text.append(order.revision).append(' ').append(order.customer).append(' ').append(order.placed);
        text.append(' ').append(order.patience).append(' ').append(order.number).append(' ').append(order.payment);
        text.append(' ').append(order.points).append(' ').append(order.state).append(' ').append(order.remark);
        for (Shop.Line line : order.line) {
            text.append(" [").append(line.article).append(' ').append(line.count).append(' ');
            text.append(line.price.value).append(line.price.currency).append(' ');
            text.append(Arrays.toString(line.picture)).append(']');
        }
        return text.toString();
    }

    private static Shop.Order order(int count) throws Exception {
        DatatypeFactory dates = DatatypeFactory.newInstance();
        Shop.Order order = new Shop.Order();
        order.revision = 2;
        order.customer = "Ada & Co. <\u20ac>";
        order.placed = dates.newXMLGregorianCalendar("2026-11-26T12:00:00Z");
        order.patience = dates.newDuration("P3DT4H");
        order.number = new BigInteger("123456789012345678901234567890");
        order.payment = "4711";
        order.points.addAll(List.of(1, 2, 3));
        Shop.Line line = new Shop.Line();
        line.article = "tea";
        line.count = count;
        line.price = new Shop.Price();
        line.price.value = new BigDecimal("3.50");
        line.price.currency = "EUR";
        line.picture = new byte[] {1, 2, 3};
        order.line.add(line);
        return order;
    }
}
