/**
 * The demo: applications called over SOAP and over the stream, and what that cost each. Public: {@link
 * io.parley.examples.demo.Application}, {@link io.parley.examples.demo.DemoReport} and who listens, {@link
 * io.parley.examples.demo.DemoListener}. Runs on the caller's thread.
 */
@NullMarked
package io.parley.examples.demo;

import org.jspecify.annotations.NullMarked;
