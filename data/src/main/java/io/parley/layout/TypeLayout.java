package io.parley.layout;

/** Layout of a simple or complex type. */
public sealed interface TypeLayout permits SimpleLayout, ComplexLayout {}
