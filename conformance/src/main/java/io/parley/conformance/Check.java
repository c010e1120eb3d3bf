package io.parley.conformance;

/**
 * What a case does with who is judged; it ends with {@link Mismatch} where something else came than the page says, and with {@link
 * NotApplicable} where who is judged does not have what the case is about.
 *
 * @param <T> who is judged
 */
interface Check<T> {
    void run(T judged) throws Exception;
}
