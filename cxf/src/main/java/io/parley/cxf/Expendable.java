package io.parley.cxf;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets the messages of a one-way operation be lost, such as readings of a sensor that the next one makes worthless. Where client and
 * service both say so and their session is on the channel {@code quic}, a message travels in a datagram if it fits one: it is sent once,
 * waits for no other, and its caller does not hear what became of it. Otherwise it travels as all one-way calls do.
 *
 * <pre>{@code
 * @Oneway
 * @Expendable(latestOnly = true)
 * void position(@WebParam(name = "device") String device, @WebParam(name = "at") Point at);
 * }</pre>
 *
 * <p>It stands on the service's class or on its interface, and at a client on the interface of its proxy. It is the same as the setting
 * {@code parley.expendable}, which wins, and serves those whose interfaces are generated. An endpoint whose operation has an answer
 * does not start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Expendable {
    /**
     * Returns whether messages that are older than the newest that came are dropped, also while they wait for the service; one is
     * worked on at a time.
     */
    boolean latestOnly() default false;
}
