package io.parley.cxf.settings;

/** Group of related settings. */
public enum SettingGroup {
    SWITCHING("Switching on", "switching-on.md"),
    TERMS("What is agreed on", "representations.md"),
    LISTENING("Where services listen", "tls.md"),
    WEBSOCKET("WebSockets at the URL of services", "websocket.md"),
    SESSIONS("Sessions and one-way calls", "durable-sessions.md"),
    RECORDING("Recording", "recording.md"),
    LIMITS("Limits", "limits.md");

    private final String title;
    private final String page;

    SettingGroup(String title, String page) {
        this.title = title;
        this.page = page;
    }

    /** Returns the heading of the group on documentation pages. */
    public String title() {
        return title;
    }

    /** Returns the guide page about the group. */
    public String page() {
        return page;
    }
}
