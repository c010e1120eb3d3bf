/**
 * The element {@code feature} of the namespace {@code urn:parley:spring}, for applications that are put together by Spring
 * XML; Spring is an optional library. Public: nothing, Spring finds it by {@code META-INF/spring.handlers}. Thread rule: runs
 * on the thread that reads the XML.
 */
@NullMarked
package io.parley.cxf.spring;

import org.jspecify.annotations.NullMarked;
