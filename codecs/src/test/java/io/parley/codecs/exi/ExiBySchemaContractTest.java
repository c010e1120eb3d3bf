package io.parley.codecs.exi;

import io.parley.codecs.AgreedParts;
import io.parley.representation.Representation;
import io.parley.testkit.RepresentationContract;

/** Tests content without a schema when a schema for some of its names is agreed: it is read as without one. */
class ExiBySchemaContractTest implements RepresentationContract {
    private static final Representation BY_SCHEMA = AgreedParts.of(new ExiBySchema(), """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="a"><xs:complexType>
                <xs:sequence>
                  <xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element ref="a" minOccurs="0"/>
                </xs:sequence>
                <xs:attribute name="c"/><xs:attribute name="d"/>
              </xs:complexType></xs:element>
              <xs:element name="root"><xs:complexType><xs:sequence>
                <xs:element name="e" type="xs:string"/><xs:any maxOccurs="unbounded" processContents="lax"/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>""");

    @Override
    public Representation representation() {
        return BY_SCHEMA;
    }

    @Override
    public boolean keepsTextBoundaries() {
        return false;
    }

    @Override
    public boolean keepsSections() {
        return false;
    }
}
