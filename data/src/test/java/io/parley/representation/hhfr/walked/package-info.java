/** Beans in a different package than their subclasses. */
package io.parley.representation.hhfr.walked;
