package io.parley.cxf;

import io.parley.negotiation.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Switches Parley on as {@link ParleyFeature} does: on a service's class for that service, on its interface for every
 * service and client of it. A feature that is given besides takes precedence. All settings of the feature may stand
 * among the properties of the endpoint or the bus.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Parley {
    /** Returns whether a client's calls stream when they can, must, or never do. */
    Mode mode() default Mode.AUTO;
}
