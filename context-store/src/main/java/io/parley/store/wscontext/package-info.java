/**
 * WS-Context 1.0 over a context store, for whoever speaks SOAP: {@link io.parley.store.wscontext.WsContextService} is
 * published, {@link io.parley.store.wscontext.CallerPolicy} says who calls, and {@link
 * io.parley.store.wscontext.ContextServiceHandler} is the client. Written against the API of JAX-WS alone.
 * Thread rule: a service is called from any thread, and waits for its store.
 */
@NullMarked
package io.parley.store.wscontext;

import org.jspecify.annotations.NullMarked;
