package io.parley.cxf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a one-way operation whose messages may be lost, such as sensor readings that are superseded by the next one. If
 * both client and service mark it and their session uses the channel {@code quic}, a message that fits a datagram is
 * sent in one: once, without ordering, and without notice of its delivery to the caller. In all other cases it is sent
 * as any other one-way call.
 *
 * <pre>{@code
 * @Oneway
 * @Expendable(latestOnly = true)
 * void position(@WebParam(name = "device") String device, @WebParam(name = "at") Point at);
 * }</pre>
 *
 * <p>Allowed on a method of the service's class or its interface, and for a client on the interface of its proxy. The
 * setting {@code parley.expendable} does the same for generated interfaces and takes precedence. An endpoint fails to
 * start if the operation has a response.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Expendable {
    /**
     * Returns whether messages older than the newest one received are dropped, including those queued for the service;
     * messages are then handled one at a time.
     */
    boolean latestOnly() default false;
}
