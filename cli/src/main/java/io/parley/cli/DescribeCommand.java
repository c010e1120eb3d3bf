package io.parley.cli;

import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.cxf.model.DescribedPart;
import io.parley.cxf.model.WsdlDescription;
import io.parley.examples.hosting.Clients;
import io.parley.representation.Representation;
import io.parley.representation.tdxml.Tdxml;
import io.parley.schema.SchemaDocument;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code describe} command: prints what Parley derives from a WSDL. */
@Command(
        name = "describe",
        description = {
            "Prints the schema that Parley derives from a WSDL, and which body parts travel typed.",
            "A part counts as typed if it has a layout; the classes of an application are not considered."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:the WSDL was described", "1:the WSDL could not be read", "2:the command line is invalid"})
final class DescribeCommand implements Callable<Integer> {
    /** The only representation with obstacles. */
    private static final Representation TABLES = new Tdxml();

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "URL|FILE", description = "A WSDL file, or the URL of a service or WSDL.")
    private String location = "";

    @Option(names = "--parts", description = "Print only the table of parts, without the schema.")
    private boolean partsOnly;

    @Option(
            names = "--layouts",
            description =
                    "Print only the layouts of the typed parts, in the format that the Wireshark dissector reads.")
    private boolean layouts;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        WsdlDescription description;
        try (Clients clients = new Clients()) {
            description = WsdlDescription.read(clients.bus(), location, Limits.defaults());
        } catch (IOException e) {
            throw Failures.explained(e, location);
        }
        if (layouts) {
            printLayouts(description, console);
        } else if (json.isGiven()) {
            console.json(Described.of(description));
        } else {
            print(description, console);
        }
        return ExitCode.OK;
    }

    private static void printLayouts(WsdlDescription description, Console console) {
        for (DescribedPart part : description.parts()) {
            if (part.typed()) {
                console.line("[" + name(part) + "]");
                console.line("key: " + part.key());
                console.line("fingerprint: " + part.layout().fingerprint());
                console.line("canonical-text:");
                part.layout().canonical().lines().forEach(line -> console.line("| " + line));
                console.line("");
            }
        }
    }

    private void print(WsdlDescription description, Console console) {
        if (!partsOnly) {
            for (SchemaDocument document : description.schemas()) {
                console.line(document.text().strip());
                console.line("");
            }
        }
        console.table(
                List.of("operation", "direction", "element", "travels", "infoset nodes"),
                description.parts().stream().map(DescribeCommand::row).toList());
        console.line("");
        long typed = description.parts().stream().filter(DescribedPart::typed).count();
        console.line(description.parts().size() + " body parts: " + typed + " typed, "
                + (description.parts().size() - typed) + " as infoset");
        for (DescribedPart part : description.parts()) {
            if (!part.typed()) {
                console.line("as infoset: " + name(part) + ": " + part.reason());
                TABLES.obstacle(Part.infoset(part.key(), part.element(), part.reason()))
                        .ifPresent(why -> console.line("not as tdxml: " + name(part) + ": " + why));
            }
            part.infosetNodes().forEach(node -> console.line("infoset inside: " + name(part) + " " + node));
        }
        description.problems().forEach(problem -> console.line("not usable: " + problem));
    }

    private static List<String> row(DescribedPart part) {
        return List.of(
                part.key().operation().getLocalPart(),
                direction(part),
                part.element().getLocalPart(),
                part.typed() ? "typed" : "infoset",
                String.valueOf(part.infosetNodes().size()));
    }

    private static String name(DescribedPart part) {
        return part.key().operation().getLocalPart() + "/" + direction(part);
    }

    private static String direction(DescribedPart part) {
        return part.key().direction().name().toLowerCase(Locale.ROOT);
    }

    /** JSON object of the description. */
    record Described(List<String> services, List<DescribedAs> parts, List<String> schemas, List<String> problems) {
        record DescribedAs(
                String operation,
                String direction,
                String element,
                boolean typed,
                String reason,
                List<String> infosetNodes) {}

        static Described of(WsdlDescription description) {
            return new Described(
                    description.services().stream().map(String::valueOf).toList(),
                    description.parts().stream()
                            .map(part -> new DescribedAs(
                                    part.key().operation().toString(),
                                    direction(part),
                                    part.element().toString(),
                                    part.typed(),
                                    part.reason(),
                                    part.infosetNodes()))
                            .toList(),
                    description.schemas().stream().map(SchemaDocument::text).toList(),
                    description.problems().stream().map(String::valueOf).toList());
        }
    }
}
