/**
 * Recorded conversations (docs/reference/recording.md): written as hash-chained segments, verified, read back as SOAP.
 * Public: {@link io.parley.recording.Recorder} and what it hands out, {@link io.parley.recording.Recording} to verify and
 * {@link io.parley.recording.SoapRebuilder} to read.
 * Thread rule: a recorder may be used from any thread and never blocks; it has one thread that writes. Readers belong to one.
 */
@NullMarked
package io.parley.recording;

import org.jspecify.annotations.NullMarked;
