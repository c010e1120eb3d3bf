/** What a service and a client that know nothing of Parley know of each other. Public: all of it. */
@NullMarked
package io.parley.examples.spring;

import org.jspecify.annotations.NullMarked;
