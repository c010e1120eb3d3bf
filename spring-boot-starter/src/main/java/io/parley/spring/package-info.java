/**
 * Parley in Spring Boot applications: {@code parley.*} among the application's properties, health, and an actuator
 * endpoint. Public: {@link io.parley.spring.ParleyAutoConfiguration} and the beans that it creates. Thread rule: these
 * beans are thread-safe.
 */
@NullMarked
package io.parley.spring;

import org.jspecify.annotations.NullMarked;
