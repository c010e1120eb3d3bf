/**
 * Forms of documents, in memory: readers and writers of streams and trees, of Parley and of other libraries, each at
 * its best. Public: {@link io.parley.bench.form.Form}, {@link io.parley.bench.form.Forms}, {@link
 * io.parley.bench.form.Direction}, {@link io.parley.bench.form.Events}, {@link io.parley.bench.form.Tally}, {@link
 * io.parley.bench.form.OnePart}, {@link io.parley.bench.form.Content}, {@link io.parley.bench.form.Chunks}, {@link
 * io.parley.bench.form.Memory}.
 * Thread rule: a form and the objects that it creates belong to one thread.
 */
@NullMarked
package io.parley.bench.form;

import org.jspecify.annotations.NullMarked;
