/** Beans away from their subclasses. */
package io.parley.representation.hhfr.walked;
