package io.parley;

/**
 * Invalid configuration of this side: names the setting, the expected and the found value, the place and the remedy.
 * The message never contains the value of a secret.
 */
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String expected;
    private final String found;
    private final String where;
    private final String remedy;

    /**
     * Creates the exception without a place; {@link #at} adds it.
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

    /** Returns the exception for a name that no setting has, with the nearest existing name as the remedy. */
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
     * Returns this exception with a place added, or itself if it already has one.
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

    /** Returns the name of the setting, as it was written in the configuration. */
    public String setting() {
        return setting;
    }

    /** Returns the expected and the found value, as a clause. */
    public String description() {
        return "expected " + expected + ", found " + found;
    }

    /** Returns the place of the invalid value; empty if unknown. */
    public String where() {
        return where;
    }

    /** Returns the remedy, as a clause: what to write or do. */
    public String remedy() {
        return remedy;
    }
}
