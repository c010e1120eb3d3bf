/**
 * WS-Context 1.0 over a context store, for SOAP clients: {@link io.parley.store.wscontext.WsContextService} is the
 * service, {@link io.parley.store.wscontext.CallerPolicy} identifies its callers, and {@link
 * io.parley.store.wscontext.ContextServiceHandler} is the client. It depends on the API of JAX-WS only. Thread rule: a
 * service is called on any thread, and blocks for its store.
 */
@NullMarked
package io.parley.store.wscontext;

import org.jspecify.annotations.NullMarked;
