package io.parley.context;

/**
 * StoreTraits of a store, found out when it was opened.
 *
 * @param engine its name, as in its address
 * @param shared whether other processes see the same entries
 */
public record StoreTraits(String engine, Durability durability, boolean shared) {}
