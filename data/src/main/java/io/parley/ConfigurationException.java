package io.parley;

/**
 * A fault of this side's own configuration: which setting, what was expected, what was found, where, and what to write. The
 * text never has the value of a secret.
 */
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String expected;
    private final String found;
    private final String where;
    private final String remedy;

    /**
     * A fault at a place that is still to be named.
     *
     * @param setting name of the setting, as it was found
     * @param remedy what to write or do, as a clause
     */
    public ConfigurationException(String setting, String expected, String found, String remedy) {
        this(setting, expected, found, "", remedy);
    }

    private ConfigurationException(String setting, String expected, String found, String where, String remedy) {
        super(setting + ": expected " + expected + ", found " + found + (where.isEmpty() ? "" : " " + where) + "; "
                + remedy);
        this.setting = setting;
        this.expected = expected;
        this.found = found;
        this.where = where;
        this.remedy = remedy;
    }

    /** A name that no setting has. */
    public static ConfigurationException unknown(String name, Iterable<String> names) {
        return new ConfigurationException(
                name,
                "the name of a setting",
                "another",
                NearestName.of(name, names)
                        .map(nearest -> "write " + nearest)
                        .orElse("leave it out, or see docs/reference/settings.md"));
    }

    /**
     * Returns the fault with its place, unless it has one.
     *
     * @param place an adverbial, as in {@code at the bus cxf}
     */
    public ConfigurationException at(String place) {
        if (!where.isEmpty()) {
            return this;
        }
        ConfigurationException located = new ConfigurationException(setting, expected, found, place, remedy);
        located.setStackTrace(getStackTrace());
        return located;
    }

    /** Returns the name of the setting, as it was found. */
    public String setting() {
        return setting;
    }

    /** Returns what was expected and what was found. */
    public String description() {
        return "expected " + expected + ", found " + found;
    }

    /** Returns the place of the fault; may be empty. */
    public String where() {
        return where;
    }

    /** Returns what to write or do. */
    public String remedy() {
        return remedy;
    }
}
