/**
 * The only package with threads and timers: runs sessions over connections. Public:
 * {@link io.parley.runtime.ParleyRuntime}, {@link io.parley.runtime.Conversation} and the types they use. Thread rule:
 * public types are thread-safe unless documented otherwise; message handlers run on the worker executor, futures
 * complete on channel threads.
 */
@NullMarked
package io.parley.runtime;

import org.jspecify.annotations.NullMarked;
