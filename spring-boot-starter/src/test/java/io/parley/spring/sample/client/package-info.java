/** The client, a Spring Boot application. Public: all of it. */
@NullMarked
package io.parley.spring.sample.client;

import org.jspecify.annotations.NullMarked;
