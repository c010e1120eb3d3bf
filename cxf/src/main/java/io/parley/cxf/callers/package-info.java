/**
 * Identity of callers: {@link io.parley.cxf.callers.CertificatePrincipal}, a feature for endpoints behind TLS with
 * client certificates, with or without Parley. Thread rule: a feature is configured by one thread; the interceptors
 * that it adds are thread-safe.
 */
@NullMarked
package io.parley.cxf.callers;

import org.jspecify.annotations.NullMarked;
