package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Writes the schema of a {@link LargeContract}. Used once. */
final class LargeSchema {
    private static final List<String> NOUNS = List.of(
            "Order",
            "Invoice",
            "Shipment",
            "Customer",
            "Contact",
            "Address",
            "Payment",
            "Account",
            "Product",
            "Price",
            "Stock",
            "Claim",
            "Policy",
            "Asset",
            "Task",
            "Event",
            "Profile",
            "Network",
            "Device",
            "Volume",
            "Cluster",
            "Backup",
            "License",
            "Report");
    private static final List<String> MEMBERS = List.of(
            "name",
            "status",
            "amount",
            "created",
            "changed",
            "owner",
            "parent",
            "detail",
            "entry",
            "total",
            "note",
            "limit",
            "source",
            "target",
            "previous",
            "item",
            "key",
            "version");
    private static final List<String> SIMPLE = List.of(
            "string",
            "string",
            "string",
            "int",
            "int",
            "long",
            "boolean",
            "decimal",
            "dateTime",
            "date",
            "double",
            "base64Binary",
            "anyURI",
            "unsignedInt",
            "QName",
            "duration");
    private static final int HUBS = 6;
    private static final int MEMBERS_OF_HUB = 40;
    private static final int DEEPEST = 4;
    private static final int TYPES_PER_ENUMERATION = 20;
    private static final int HEADS = 3;

    private final Random random;
    private final int operations;
    private final int enumerations;
    private final int[] depths;
    /** Whether other types may extend a type, by its number. */
    private final boolean[] extensible;

    private final StringBuilder text = new StringBuilder();

    LargeSchema(Random random, int types, int operations) {
        this.random = random;
        this.operations = operations;
        this.enumerations = Math.max(1, types / TYPES_PER_ENUMERATION);
        this.depths = new int[types];
        this.extensible = new boolean[types];
    }

    String text() {
        text.append("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:l=\"" + LargeContract.NAMESPACE)
                .append("\" targetNamespace=\"" + LargeContract.NAMESPACE + "\" elementFormDefault=\"qualified\">\n");
        for (int i = 0; i < enumerations; i++) {
            enumeration(i);
        }
        for (int i = 0; i < depths.length; i++) {
            type(i);
        }
        for (int i = 0; i < HEADS; i++) {
            substitutionGroup(i);
        }
        for (int i = 0; i < operations; i++) {
            message("Operation" + i + "Request");
            if (i < operations - 1) {
                message("Operation" + i + "Response");
            }
        }
        return text.append("</xs:schema>\n").toString();
    }

    private void enumeration(int number) {
        text.append("<xs:simpleType name=\"Kind" + number + "\"><xs:restriction base=\"xs:string\">");
        for (int i = 0; i < 4 + random.nextInt(12); i++) {
            text.append("<xs:enumeration value=\"" + MEMBERS.get(i) + number + "\"/>");
        }
        text.append("</xs:restriction></xs:simpleType>\n");
    }

    private static String name(int type) {
        return NOUNS.get(type % NOUNS.size()) + type;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void type(int number) {
        boolean isHub = number < HUBS;
        if (!isHub && chance(5)) {
            text.append("<xs:complexType name=\"" + name(number) + "\"><xs:simpleContent><xs:extension base=\"xs:"
                    + (random.nextBoolean() ? "decimal" : "string") + "\">");
            attributes(number);
            text.append("</xs:extension></xs:simpleContent></xs:complexType>\n");
            return;
        }
        boolean isMixed = !isHub && chance(1);
        int base = isHub || isMixed || chance(50) ? -1 : base(number);
        extensible[number] = !isMixed;
        depths[number] = base < 0 ? 0 : depths[base] + 1;
        text.append("<xs:complexType name=\"" + name(number) + "\"" + (isMixed ? " mixed=\"true\"" : "")
                + (isHub && number % 2 == 1 ? " abstract=\"true\"" : "") + ">");
        if (base >= 0) {
            text.append("<xs:complexContent><xs:extension base=\"l:" + name(base) + "\">");
        }
        text.append("<xs:sequence>");
        members(number, isHub ? MEMBERS_OF_HUB : 2 + random.nextInt(7), isHub ? 80 : 35);
        text.append("</xs:sequence>");
        attributes(number);
        text.append(base < 0 ? "" : "</xs:extension></xs:complexContent>").append("</xs:complexType>\n");
    }

    private int base(int below) {
        for (int tries = 0; tries < 10; tries++) {
            int base = random.nextInt(chance(30) ? HUBS : below);
            if (base < below && extensible[base] && depths[base] < DEEPEST) {
                return base;
            }
        }
        return -1;
    }

    private void members(int number, int count, int complex) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; names.size() < count; i++) {
            names.add(MEMBERS.get(random.nextInt(MEMBERS.size())) + (i < MEMBERS.size() / 2 ? "" : i) + "Of" + number);
        }
        List<String> open = new ArrayList<>(names);
        if (open.size() > 4 && chance(20)) {
            choice(open.subList(0, 3), complex, chance(25));
            open = open.subList(3, open.size());
        }
        if (chance(3)) {
            text.append("<xs:element ref=\"l:Head" + random.nextInt(HEADS) + "\" minOccurs=\"0\"/>");
        }
        open.forEach(name -> element(name, complex, true));
        if (chance(3)) {
            text.append(
                    "<xs:any processContents=\"lax\" namespace=\"##other\" minOccurs=\"0\" maxOccurs=\"unbounded\"/>");
        }
    }

    private void choice(List<String> names, int complex, boolean repeats) {
        text.append(repeats ? "<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">" : "<xs:choice>");
        names.forEach(name -> element(name, complex, false));
        text.append("</xs:choice>");
    }

    private void element(String name, int complex, boolean mayOccurOften) {
        text.append("<xs:element name=\"" + name + "\" type=\"" + typeOfMember(complex) + "\"");
        if (mayOccurOften) {
            text.append(chance(60) ? " minOccurs=\"0\"" : "").append(chance(25) ? " maxOccurs=\"unbounded\"" : "");
        }
        text.append(chance(4) ? " nillable=\"true\"/>" : "/>");
    }

    private String typeOfMember(int complex) {
        if (chance(complex)) {
            return "l:" + name(random.nextInt(chance(15) ? HUBS : depths.length));
        }
        return chance(15) ? "l:Kind" + random.nextInt(enumerations) : "xs:" + SIMPLE.get(random.nextInt(SIMPLE.size()));
    }

    private void attributes(int number) {
        for (int i = 0; i < 2 && chance(25); i++) {
            text.append("<xs:attribute name=\"mark" + i + "Of" + number + "\" type=\"xs:"
                    + (random.nextBoolean() ? "string" : "int") + "\"/>");
        }
    }

    private void substitutionGroup(int number) {
        text.append("<xs:element name=\"Head" + number + "\" type=\"l:" + name(2 * number) + "\"/>\n");
        for (int i = 0; i < 4; i++) {
            text.append("<xs:element name=\"Member" + i + "OfHead" + number + "\" type=\"l:" + name(2 * number)
                    + "\" substitutionGroup=\"l:Head" + number + "\"/>\n");
        }
    }

    private void message(String name) {
        text.append("<xs:element name=\"" + name + "\"><xs:complexType><xs:sequence>");
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            element(MEMBERS.get(i), i == 0 ? 100 : 50, true);
        }
        text.append("</xs:sequence></xs:complexType></xs:element>\n");
    }
}
