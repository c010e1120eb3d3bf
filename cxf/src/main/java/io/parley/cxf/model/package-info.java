/**
 * Data models of endpoints, derived from CXF's service model: body parts, their schemas and classes, and which of them
 * can be sent typed. Public: {@link io.parley.cxf.model.EndpointModel}. Thread rule: a model is created once per
 * endpoint and immutable; endpoints of one contract share its compiled form.
 */
@NullMarked
package io.parley.cxf.model;

import org.jspecify.annotations.NullMarked;
