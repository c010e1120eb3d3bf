/**
 * Answers offers at a service, and accepts its sessions. Public: {@link io.parley.cxf.service.ServiceEndpoint} and
 * {@link io.parley.cxf.service.NegotiationIn}, for the feature. Thread rule: interceptors run on chain threads;
 * bindings are prepared on threads of the bus.
 */
@NullMarked
package io.parley.cxf.service;

import org.jspecify.annotations.NullMarked;
