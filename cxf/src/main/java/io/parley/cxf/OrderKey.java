package io.parley.cxf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the parameter of a one-way operation by whose value calls of one session are kept in order: those with equal values are
 * worked on one after the other, others meanwhile. Without it all one-way calls of a session are kept in order.
 *
 * <pre>{@code
 * @Oneway
 * void report(@WebParam(name = "device") @OrderKey String device, @WebParam(name = "reading") double reading);
 * }</pre>
 *
 * <p>It stands on the service's class or on its interface; the class wins. At most one parameter of an operation has it, and the
 * operation is one-way; its type has an {@code equals} of its own. Calls whose value is null have one order among
 * them. A service that breaks this does not start. Clients ignore it: nothing is on the wire.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface OrderKey {}
