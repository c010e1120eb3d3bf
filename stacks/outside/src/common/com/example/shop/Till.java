package com.example.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The service. */
@WebService(endpointInterface = "com.example.shop.Shop", targetNamespace = "urn:shop", serviceName = "ShopService")
public class Till implements Shop {
    private static final int MOST = 100;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Override
    public double sum(double[] numbers) {
        return Arrays.stream(numbers).sum();
    }

    @Override
    public Order confirm(Order order) throws SoldOut {
        for (Line line : order.line) {
            if (line.count > MOST) {
                throw new SoldOut("there are not so many", line.article);
            }
        }
        order.state = State.CONFIRMED;
        return order;
    }

    @Override
    public void swap(Holder<String> one, Holder<Integer> other) {
        String was = one.value;
        one.value = String.valueOf(other.value);
        other.value = Integer.valueOf(was);
    }

    @Override
    public String greet(String language, String name) {
        return language + ": " + name;
    }

    @Override
    public Article find(int number) {
        Article found = new Article();
        if (number > 0) {
            Book book = new Book();
            book.isbn = number;
            book.weight = 0.5f;
            found = book;
        }
        found.name = "article " + number;
        return found;
    }

    @Override
    public void note(String text) {
        notes.add(text);
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
