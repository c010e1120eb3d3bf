package io.parley.cxf.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the files generated from {@link Setting}: the reference page and Spring's schema. {@code mvn -q -pl cxf -am
 * test -Dtest=SettingsPagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write} rewrites them.
 */
class SettingsPagesTest {
    private static final String COMMAND = "mvn -q -pl cxf -am test -Dtest=SettingsPagesTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write";

    @Test
    void thePageOfSettingsHasEachInItsGroup() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Settings

                Written from `Setting`; change it there, then run
                `%s`.

                None has to be set. Each is a property of a feature, an endpoint, its service or the bus, an attribute of `parley:feature` without
                `parley.`, and a property of a Spring Boot application; [switching on](../guide/switching-on.md#settings) says which of several wins.
                Sizes and times take units, as in `64MB`, `30s` and `PT30S`; a number without one has the unit of its setting.
                """.formatted(COMMAND));
        for (SettingGroup group : SettingGroup.values()) {
            page.append("\n## ")
                    .append(group.title())
                    .append("\n\nMore in [the guide](../guide/")
                    .append(group.page())
                    .append(").\n\n");
            if (group == SettingGroup.LIMITS) {
                page.append("Each of the [limits](limits.md) is a setting.\n");
                continue;
            }
            page.append("| setting | values | default | meaning |\n|---|---|---|---|\n");
            settings(group)
                    .forEach(setting -> page.append("| `")
                            .append(setting.name())
                            .append("` | ")
                            .append(values(setting.form()))
                            .append(" | ")
                            .append(setting.initial().isPresent() ? code(setting.initialText()) : setting.initialText())
                            .append(" | ")
                            .append(setting.meaning())
                            .append(" |\n"));
        }
        assertFile(Path.of("../docs/reference/settings.md"), page.toString());
    }

    @Test
    void theSchemaForSpringHasEachAsAnAttributeOrLimit() throws IOException {
        StringBuilder schema = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- Written by SettingsPagesTest from Setting. -->
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:parley:spring" targetNamespace="urn:parley:spring"
                           elementFormDefault="qualified">

                  <xs:element name="feature">
                    <xs:annotation>
                      <xs:documentation>
                        Switches Parley on: among the features of an endpoint or client for that one, among those of a bus for all of its
                        clients and services. Attributes are settings; their values are text, so that each may be a placeholder.
                      </xs:documentation>
                    </xs:annotation>
                    <xs:complexType>
                      <xs:sequence>
                        <xs:element name="limit" type="limit" minOccurs="0" maxOccurs="unbounded"/>
                      </xs:sequence>
                      <xs:attribute name="id" type="xs:ID"/>
                """);
        for (SettingGroup group : SettingGroup.values()) {
            if (group != SettingGroup.LIMITS) {
                settings(group).stream()
                        .filter(setting -> setting != Setting.ENABLED)
                        .forEach(setting -> schema.append("""
                                      <xs:attribute name="%s" type="xs:string">
                                        <xs:annotation>
                                          <xs:documentation>%s Default: %s.</xs:documentation>
                                        </xs:annotation>
                                      </xs:attribute>
                                """.formatted(
                                        setting.name().substring("parley.".length()),
                                        setting.meaning(),
                                        setting.initialText().isEmpty() ? "none" : setting.initialText())));
            }
        }
        schema.append("""
                    </xs:complexType>
                  </xs:element>

                  <xs:complexType name="limit">
                    <xs:annotation>
                      <xs:documentation>
                        A limit. Those that both sides agree on are the smaller of the two.
                      </xs:documentation>
                    </xs:annotation>
                    <xs:attribute name="name" type="limitName" use="required"/>
                    <xs:attribute name="value" type="xs:string" use="required"/>
                  </xs:complexType>

                  <xs:simpleType name="limitName">
                    <xs:restriction base="xs:string">
                """);
        for (Limit limit : Limit.values()) {
            schema.append("""
                          <xs:enumeration value="%s">
                            <xs:annotation>
                              <xs:documentation>%s Default: %s %s.</xs:documentation>
                            </xs:annotation>
                          </xs:enumeration>
                    """.formatted(
                            limit.setting().substring("parley.limits.".length()),
                            limit.meaning(),
                            limit.initialText(),
                            limit.isShareOfMemory() ? "" : limit.unit())
                    .replace(" .<", ".<"));
        }
        schema.append("""
                    </xs:restriction>
                  </xs:simpleType>
                </xs:schema>
                """);
        assertFile(Path.of("src/main/resources/META-INF/parley/parley.xsd"), schema.toString());
    }

    private static List<Setting<?>> settings(SettingGroup group) {
        return Setting.all().stream()
                .<Setting<?>>map(setting -> setting)
                .filter(setting -> setting.group() == group)
                .toList();
    }

    private static String values(SettingForm<?> form) {
        if (form.words().isEmpty()) {
            return form.type();
        }
        return form.type().equals("names") ? "names: " + String.join(", ", form.words()) : form.expected();
    }

    private static String code(String value) {
        return value.isEmpty() ? "none" : "`" + value + "`";
    }

    private static void assertFile(Path file, String content) throws IOException {
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(file, content);
        }
        assertThat(file).hasContent(content);
    }
}
