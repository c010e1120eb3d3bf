/**
 * Models of endpoints' data from CXF's service model: body parts, their schemas and classes, and which of them can
 * travel typed. Public: {@link io.parley.cxf.model.EndpointModel}. Thread rule: a model is made once per endpoint and
 * immutable; endpoints of one contract share its compiled form.
 */
@NullMarked
package io.parley.cxf.model;

import org.jspecify.annotations.NullMarked;
