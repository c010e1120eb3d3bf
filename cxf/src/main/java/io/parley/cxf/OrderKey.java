package io.parley.cxf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of a one-way operation whose value is the ordering key: calls of one session with equal values
 * are handled in sequence, others in parallel. Without it all one-way calls of a session are handled in sequence.
 *
 * <pre>{@code
 * @Oneway
 * void report(@WebParam(name = "device") @OrderKey String device, @WebParam(name = "reading") double reading);
 * }</pre>
 *
 * <p>Allowed on the service's class or its interface; the class takes precedence. At most one parameter of an operation
 * may be marked, the operation must be one-way, and the parameter's type must override {@code equals}. Calls with a
 * null value are ordered among each other. A service that violates any of this fails to start. Clients ignore the
 * annotation, which has no effect on the wire.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface OrderKey {}
