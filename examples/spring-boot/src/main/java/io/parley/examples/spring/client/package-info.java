/** The client, a Spring Boot application. Public: all types. */
@NullMarked
package io.parley.examples.spring.client;

import org.jspecify.annotations.NullMarked;
