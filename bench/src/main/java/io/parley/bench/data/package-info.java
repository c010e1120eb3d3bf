/**
 * The content of the benchmarks: workloads by name, and the classes that an application would have for them. Public:
 * {@link io.parley.bench.data.Workload}, {@link io.parley.bench.data.Kind}, the classes.
 * Thread rule: workloads are immutable, their values must not be modified.
 */
@XmlSchema(namespace = Workload.NAMESPACE, elementFormDefault = XmlNsForm.QUALIFIED)
@NullMarked
package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
import org.jspecify.annotations.NullMarked;
