package io.parley.negotiation.xml;

/**
 * A part's key, {@code {namespace}operation/in/0}, taken apart.
 *
 * @param namespace may be empty; then the key has no braces
 * @param isIn {@code in} rather than {@code out}
 */
record KeyText(String namespace, String operation, boolean isIn, int index) {
    static KeyText parse(String key) {
        int lastSlash = key.lastIndexOf('/');
        int firstSlash = key.lastIndexOf('/', lastSlash - 1);
        int brace = key.lastIndexOf('}', firstSlash);
        return new KeyText(
                brace < 0 ? "" : key.substring(1, brace),
                key.substring(brace + 1, firstSlash),
                key.substring(firstSlash + 1, lastSlash).equals("in"),
                Integer.parseInt(key.substring(lastSlash + 1)));
    }

    @Override
    public String toString() {
        String name = namespace.isEmpty() ? operation : "{" + namespace + "}" + operation;
        return name + (isIn ? "/in/" : "/out/") + index;
    }
}
