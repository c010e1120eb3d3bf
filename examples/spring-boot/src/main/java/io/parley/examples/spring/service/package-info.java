/** The service, a Spring Boot application. Public: all of it. */
@NullMarked
package io.parley.examples.spring.service;

import org.jspecify.annotations.NullMarked;
