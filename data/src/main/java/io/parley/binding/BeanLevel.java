package io.parley.binding;

import java.util.List;

/**
 * The properties that one class contributes to itself and all its subclasses.
 *
 * @param properties its declared properties, with those of transient superclasses
 * @param reach access to these properties
 */
record BeanLevel(List<PropertyModel> properties, Reach reach) {
    BeanLevel {
        properties = List.copyOf(properties);
    }
}
