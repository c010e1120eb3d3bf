/**
 * Forms of documents, in memory: everything that reads and writes them as a stream or as a tree, of Parley and of others,
 * each at its best. Public: {@link io.parley.bench.form.Form}, {@link io.parley.bench.form.Forms}, {@link
 * io.parley.bench.form.Direction}, {@link io.parley.bench.form.Events}, {@link io.parley.bench.form.Tally},
 * {@link io.parley.bench.form.OnePart}, {@link io.parley.bench.form.Content}, {@link io.parley.bench.form.Chunks}, {@link
 * io.parley.bench.form.Memory}.
 * Thread rule: a form and what it makes belong to one thread.
 */
@NullMarked
package io.parley.bench.form;

import org.jspecify.annotations.NullMarked;
