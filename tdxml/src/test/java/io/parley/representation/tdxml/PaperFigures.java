package io.parley.representation.tdxml;

/** The figures of the TDXML paper as printed, and the example of the reference page. */
final class PaperFigures {
    static final String FIGURE_1_XML = """
            <employees>
            <person gender="M">
            <firstname>Alan</firstname>
            <lastname>Johnson</lastname>
            <age>28</age>
            </person>
            <person gender="F">
            <firstname>Mary</firstname>
            <lastname>Khan</lastname>
            <age>35</age>
            </person>
            </employees>
            """;

    static final String FIGURE_1_TABLE = """
            <TDXML:CT>
            [0][0]0(0)|M
            [0][0]0[0]|Alan
            [0][0]0[1]|Johnson
            [0][0]0[2]|28
            [0][0]1(0)|F
            [0][0]1[0]|Mary
            [0][0]1[1]|Khan
            [0][0]1[2]|35
            </TDXML:CT>
            """;

    static final String FIGURE_2_SCHEMA = """
            employees [0] ::= SET OF person\s
            person [0]::= SEQUENCE OF{\s
            gender(0) [ATTRIBUTE]
                  UTF8String  (\u201CM\u201D)\s
            firstname[0] UTF8String,\s
            lastname[1] UTF8String,\s
            age [2] Integer}\s
            """;

    static final String FIGURE_2 =
            "<TDXML:Env>\n<TDXML:DS>\n" + FIGURE_2_SCHEMA + "</TDXML:DS>\n" + FIGURE_1_TABLE + "</TDXML:Env>\n";

    /** The second of the two equal tables. */
    static final String FIGURE_3_TABLE = """
            <TDXML:CT>
            [0][0]1(0)|F
            [0][0]1[0]|Mary
            [0][0]1[1]|Khan
            [0][0]1[2]|35
            [0][0]0(0)|M
            [0][0]0[0]|Alan
            [0][0]0[1]|Johnson
            [0][0]0[2]|28
            </TDXML:CT>
            """;

    static final String ORDERS_SCHEMA = """
            NAMESPACE o ::= "urn:example:orders"
            o:orders [0] ::= SET OF o:order
            o:order [0] ::= SEQUENCE OF{
             id(0) [ATTRIBUTE] UTF8String,
             o:customer[0] UTF8String,
             o:line[1] Line [REPEATED],
             o:comment[2] UTF8String OPTIONAL [NILLABLE],
             o:scan[3] OctetString OPTIONAL}
            Line ::= SEQUENCE OF{
             sku(0) [ATTRIBUTE] UTF8String,
             o:qty[0] Integer,
             o:serial[1] UTF8String [REPEATED]}
            """;

    static final String ORDERS_TABLE = """
            [0][0]0(0)|A-1
            [0][0]0[0]|Miller|Sons
            [0][0]0[1]0(0)|X9
            [0][0]0[1]0[0]|2
            [0][0]0[1]0[1]0|s-001
            [0][0]0[1]0[1]1|s-002
            [0][0]0[1]1(0)|Y3
            [0][0]0[1]1[0]|1
            [0][0]0[2]|
            [0][0]1(0)|A-2
            [0][0]1[0]|Zoe\\nLtd \\\\ Co
            [0][0]1[2]|\\N
            [0][0]2(0)|A-3
            [0][0]2[0]|Khan &amp; Co
            [0][0]2[3]|cid:scan1@example.org
            """;

    private PaperFigures() {}
}
