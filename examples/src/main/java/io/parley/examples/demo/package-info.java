/**
 * Demo: applications called by SOAP and by the stream, and the cost of each. Public: {@link
 * io.parley.examples.demo.Application}, {@link io.parley.examples.demo.DemoReport} and the listener, {@link
 * io.parley.examples.demo.DemoListener}. Thread rule: runs on the caller's thread.
 */
@NullMarked
package io.parley.examples.demo;

import org.jspecify.annotations.NullMarked;
