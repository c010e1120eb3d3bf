/**
 * Plugin for Apache CXF: the feature, annotations, status and management beans that applications use. Thread rule:
 * features are configured by one thread; status and management types are thread-safe.
 */
@NullMarked
package io.parley.cxf;

import org.jspecify.annotations.NullMarked;
