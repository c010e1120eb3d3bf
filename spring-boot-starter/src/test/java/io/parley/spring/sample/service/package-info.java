/** The service, a Spring Boot application. Public: all of it. */
@NullMarked
package io.parley.spring.sample.service;

import org.jspecify.annotations.NullMarked;
