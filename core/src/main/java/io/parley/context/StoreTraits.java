package io.parley.context;

/**
 * Traits of an open store.
 *
 * @param engine its name, as in its address
 * @param shared true if other processes see the same entries
 */
public record StoreTraits(String engine, Durability durability, boolean shared) {}
