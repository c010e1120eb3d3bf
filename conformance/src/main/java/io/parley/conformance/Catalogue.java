package io.parley.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cases in the order of their addition, numbered by section. Not thread-safe. */
final class Catalogue<T> {
    private final List<Case<T>> cases = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    void add(String section, String title, Check<T> check) {
        cases.add(new Case<>(section, numbers.merge(section, 1, Integer::sum), title, check));
    }

    List<Case<T>> cases() {
        return List.copyOf(cases);
    }
}
