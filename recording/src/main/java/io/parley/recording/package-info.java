/**
 * Recorded conversations (docs/reference/recording.md): written as hash-chained segments, verified, and rebuilt as
 * SOAP. Public: {@link io.parley.recording.Recorder} and the objects that it creates, {@link
 * io.parley.recording.Recording} to verify and {@link io.parley.recording.SoapRebuilder} to read. Thread rule: a
 * recorder may be used by any thread and never blocks; one thread writes. Readers are used by one thread at a time.
 */
@NullMarked
package io.parley.recording;

import org.jspecify.annotations.NullMarked;
