package io.parley.stacks;

import jakarta.jws.WebService;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The service. */
@WebService(endpointInterface = "io.parley.stacks.Shop", targetNamespace = "urn:shop", serviceName = "ShopService")
public class Till implements Shop {
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Override
    public double sum(double[] numbers) {
        return Arrays.stream(numbers).sum();
    }

    @Override
    public Order confirm(Order order) throws SoldOut {
        for (Line line : order.line) {
            if (line.count > 100) {
                throw new SoldOut("there are not so many", String.valueOf(line.article));
            }
        }
        order.state = State.CONFIRMED;
        return order;
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
