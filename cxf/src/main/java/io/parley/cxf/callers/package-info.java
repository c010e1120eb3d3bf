/**
 * Identity of callers: {@link io.parley.cxf.callers.CertificatePrincipal}, a feature for endpoints behind TLS with
 * client certificates, whether they use Parley or not. Thread rule: a feature is set up by one thread; what it adds to
 * an endpoint is thread-safe.
 */
@NullMarked
package io.parley.cxf.callers;

import org.jspecify.annotations.NullMarked;
