package io.parley.binding;

import java.util.List;

/**
 * What one class adds to the beans of its line, the same for all classes below it.
 *
 * @param properties those that it declares, with those of transient superclasses
 * @param reach how they are reached
 */
record BeanLevel(List<PropertyModel> properties, Reach reach) {
    BeanLevel {
        properties = List.copyOf(properties);
    }
}
