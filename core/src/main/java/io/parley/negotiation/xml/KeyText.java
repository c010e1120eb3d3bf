package io.parley.negotiation.xml;

/**
 * The components of a part's key, {@code {namespace}operation/in/0}.
 *
 * @param namespace may be empty; the key then has no braces
 * @param isIn true for {@code in}, false for {@code out}
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
