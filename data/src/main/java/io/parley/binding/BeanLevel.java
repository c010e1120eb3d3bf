package io.parley.binding;

import java.util.List;

/**
 * Properties that one class adds to the beans of its line, the same for all classes below it.
 *
 * @param properties the properties that it declares, with those of transient superclasses
 * @param reach access to these properties
 */
record BeanLevel(List<PropertyModel> properties, Reach reach) {
    BeanLevel {
        properties = List.copyOf(properties);
    }
}
