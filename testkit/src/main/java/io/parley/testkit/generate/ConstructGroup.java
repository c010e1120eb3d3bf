package io.parley.testkit.generate;

/** The groups of constructs; the text of each constant is the name of its row in the list of constructs. */
public enum ConstructGroup {
    SIMPLE_TYPES("simple types"),
    DATES("dates"),
    QNAMES("QName/NOTATION"),
    ENUMS("enums"),
    LISTS("lists"),
    UNIONS("unions, restriction, simpleContent"),
    ATTRIBUTES("attributes"),
    CONTENT_MODELS("sequence/all/choice"),
    NILLABLE("nillable"),
    JAXB_ELEMENTS("JAXBElement"),
    SUBSTITUTION("substitution groups"),
    XSI_TYPE("xsi:type"),
    WILDCARDS("wildcards"),
    MIXED_CONTENT("mixed"),
    RECURSION("recursion"),
    IDS("ID/IDREF"),
    ADAPTERS("adapters"),
    BINARIES("binaries"),
    CALLBACKS("callbacks"),
    NAMES("anonymous types, names, forms, imports"),
    FAULTS("faults"),
    RPC("rpc/lit");

    private final String row;

    ConstructGroup(String row) {
        this.row = row;
    }

    /** Returns the name of the row. */
    @Override
    public String toString() {
        return row;
    }
}
