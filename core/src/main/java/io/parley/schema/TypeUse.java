package io.parley.schema;

/** How a declaration says its type: by name, or by a definition of its own. */
public sealed interface TypeUse permits TypeName, TypeDefinition {}
