package io.parley.layout;

/** The plan of a type: simple or complex. */
public sealed interface TypeLayout permits SimpleLayout, ComplexLayout {}
