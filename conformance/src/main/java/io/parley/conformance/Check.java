package io.parley.conformance;

/**
 * The test code of a case.
 *
 * @param <T> the implementation under test
 */
interface Check<T> {
    void run(T judged) throws Exception;
}
