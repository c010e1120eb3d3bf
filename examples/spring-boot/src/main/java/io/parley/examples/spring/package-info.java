/** Contract of a service and a client, independent of Parley. Public: all types. */
@NullMarked
package io.parley.examples.spring;

import org.jspecify.annotations.NullMarked;
