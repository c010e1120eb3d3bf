package io.parley.schema;

/** Type of a declaration: a reference by name, or an anonymous definition. */
public sealed interface TypeUse permits TypeName, TypeDefinition {}
