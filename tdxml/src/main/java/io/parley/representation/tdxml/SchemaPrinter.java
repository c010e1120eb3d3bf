package io.parley.representation.tdxml;

import io.parley.representation.tdxml.DataSchema.Choice;
import io.parley.representation.tdxml.DataSchema.Component;
import io.parley.representation.tdxml.DataSchema.Definition;
import io.parley.representation.tdxml.DataSchema.Group;
import io.parley.representation.tdxml.DataSchema.Member;
import io.parley.representation.tdxml.DataSchema.Reference;
import io.parley.representation.tdxml.DataSchema.Sequence;
import io.parley.representation.tdxml.DataSchema.SetOf;
import io.parley.representation.tdxml.DataSchema.Value;
import java.util.List;
import java.util.TreeMap;

/** Writes data schemas in the paper's syntax. */
final class SchemaPrinter {
    private final StringBuilder text = new StringBuilder();

    private SchemaPrinter() {}

    static String print(DataSchema schema) {
        SchemaPrinter printer = new SchemaPrinter();
        new TreeMap<>(schema.namespaces()).forEach(printer::namespace);
        schema.definitions().forEach(printer::definition);
        return printer.text.toString();
    }

    private void namespace(String prefix, String namespace) {
        text.append("NAMESPACE ").append(prefix.isEmpty() ? "\"\"" : prefix).append(" ::= ");
        string(namespace);
        text.append('\n');
    }

    private void definition(Definition definition) {
        text.append(definition.name());
        if (definition.number() >= 0) {
            text.append(" [").append(definition.number()).append(']');
        }
        text.append(" ::= ");
        if (definition.body() instanceof SetOf set) {
            text.append("SET OF ").append(set.element());
        } else if (definition.body() instanceof Sequence sequence) {
            text.append("SEQUENCE OF");
            components(sequence.components());
            if (sequence.text() != null) {
                text.append(" [TEXT] ").append(sequence.text().spelling());
            }
        } else if (definition.body() instanceof Choice choice) {
            group(choice.group());
        } else if (definition.body() instanceof Value value) {
            text.append(value.type().spelling());
        } else if (definition.body() instanceof Reference reference) {
            text.append(reference.type());
        }
        text.append('\n');
    }

    private void components(List<? extends Component> components) {
        text.append('{');
        for (int i = 0; i < components.size(); i++) {
            text.append(i == 0 ? "\n" : ",\n");
            if (components.get(i) instanceof Member member) {
                member(member);
            } else if (components.get(i) instanceof Group group) {
                group(group);
            }
        }
        text.append('}');
    }

    private void group(Group group) {
        text.append("CHOICE");
        components(group.members());
        text.append(group.repeated() ? " [REPEATED]" : "");
    }

    private void member(Member member) {
        text.append(member.name());
        text.append(member.isAttribute() ? '(' : '[').append(member.number());
        text.append(member.isAttribute() ? ") [ATTRIBUTE] " : "] ").append(member.type());
        text.append(member.optional() ? " OPTIONAL" : "");
        text.append(member.repeated() ? " [REPEATED]" : "");
        text.append(member.nillable() ? " [NILLABLE]" : "");
        if (member.whenEmpty() != null) {
            text.append(" (");
            string(member.whenEmpty());
            text.append(')');
        }
    }

    private void string(String value) {
        text.append('"').append(value.replace("\"", "\"\"")).append('"');
    }
}
