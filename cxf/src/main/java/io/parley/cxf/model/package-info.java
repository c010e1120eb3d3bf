/**
 * What CXF's service model says about the data of an endpoint: its body parts, their schemas and classes, and which of
 * them can travel typed. Public: {@link io.parley.cxf.model.EndpointModel}.
 * Thread rule: a model is made once per endpoint and immutable; endpoints of one contract share what it is compiled to.
 */
@NullMarked
package io.parley.cxf.model;

import org.jspecify.annotations.NullMarked;
