package io.parley.schema;

/** Type of a declaration: a name, or a definition of its own. */
public sealed interface TypeUse permits TypeName, TypeDefinition {}
