/**
 * Element {@code feature} of the namespace {@code urn:parley:spring}, for applications configured by Spring XML; Spring
 * is an optional library. No public types: Spring finds the handler by {@code META-INF/spring.handlers}. Thread rule:
 * runs on the thread that reads the XML.
 */
@NullMarked
package io.parley.cxf.spring;

import org.jspecify.annotations.NullMarked;
