package io.parley.cxf;

import io.parley.negotiation.Mode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Switches Parley on like {@link ParleyFeature}: on an implementation class for that service, on an interface for every
 * service and client of it. A {@link ParleyFeature} takes precedence. Further settings are read from the properties of
 * the endpoint or the bus.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Parley {
    /** Returns the mode: whether calls of a client stream when possible, always, or never. */
    Mode mode() default Mode.AUTO;
}
