/** The service, a Spring Boot application. Public: all types. */
@NullMarked
package io.parley.examples.spring.service;

import org.jspecify.annotations.NullMarked;
