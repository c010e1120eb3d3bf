/**
 * The only room with threads and timers: drives sessions over connections. Public: {@link
 * io.parley.runtime.ParleyRuntime}, {@link io.parley.runtime.Conversation} and what both hand out.
 * Thread rule: everything public is thread-safe unless its Javadoc says otherwise; message handlers run on the worker
 * executor, futures complete on channel threads.
 */
@NullMarked
package io.parley.runtime;

import org.jspecify.annotations.NullMarked;
