package io.parley.testkit;

import java.util.List;

/**
 * A document that every representation must carry unchanged.
 *
 * @param name the feature of XML that it exercises
 */
record InfosetSample(String name, String xml) {

    static List<InfosetSample> all() {
        return List.of(
                new InfosetSample("nothing but a root", "<a/>"),
                new InfosetSample("a declaration", "<?xml version='1.0' encoding='UTF-8'?><a></a>"),
                new InfosetSample("a default namespace", "<a xmlns='urn:a'><b/><c xmlns='urn:c'/></a>"),
                new InfosetSample("an undeclared default namespace", "<a xmlns='urn:a'><b xmlns=''><c/></b><d/></a>"),
                new InfosetSample("undeclaring what was not declared", "<a xmlns=''><b xmlns=''/></a>"),
                new InfosetSample("unused declarations", "<a xmlns:x='urn:x' xmlns='urn:a' xmlns:y='urn:y'/>"),
                new InfosetSample("repeated declarations", "<p:a xmlns:p='urn:p'><p:b xmlns:p='urn:p'/></p:a>"),
                new InfosetSample(
                        "a prefix that changes its meaning",
                        "<p:a xmlns:p='urn:1'><p:b xmlns:p='urn:2' p:x='2'><p:c/></p:b><p:d p:x='1'/></p:a>"),
                new InfosetSample(
                        "two prefixes for one namespace",
                        "<p:a xmlns:p='urn:a' xmlns:q='urn:a' p:x='1' q:y='2'><q:a/></p:a>"),
                new InfosetSample("declarations before their use", "<a xmlns:p='urn:p'><b><p:c p:d='e'/></b></a>"),
                new InfosetSample("attributes in their order", "<a z='1' b='2' m='3' a='4'/>"),
                new InfosetSample("the prefix that need not be declared", "<a xml:lang='de' xml:space='preserve'/>"),
                new InfosetSample(
                        "attributes with white space and quotes",
                        "<a n='1&#10;2' t='1&#9;2' r='1&#13;2' q='&quot;&apos;' s=' a  b ' m='&lt;&amp;>'/>"),
                new InfosetSample("text with markup characters", "<a>1 &lt; 2 &amp;&amp; 3 > 2 ]]&gt; \"'</a>"),
                new InfosetSample("line ends", "<a>1&#13;2&#13;\n3\n4</a>"),
                new InfosetSample("white space alone", "<a> <b>\n\t</b> </a>"),
                new InfosetSample("space that is kept", "<a xml:space='preserve'>  <b xml:space='default'> </b> </a>"),
                new InfosetSample("languages", "<a xml:lang='en'>x<b xml:lang=''>y</b></a>"),
                new InfosetSample("mixed content", "<p>one <b>two</b> three<i/>four<b> <i>five</i></b></p>"),
                new InfosetSample("sections of character data", "<a>x<![CDATA[<&>]]]]>y<![CDATA[ ]]><b/></a>"),
                new InfosetSample("comments", "<!--before--><a><!----><!-- - in <a> - -->x</a><!--after-->"),
                new InfosetSample("instructions", "<?one?><a><?two with data?><?three  a=\"b\" ?></a><?four?>"),
                new InfosetSample("Latin, Greek, Chinese", "<größe ключ='значение'>ÄÖÜß αβγ 漢字</größe>"),
                new InfosetSample("supplementary characters", "<a x='\uD83D\uDE00'>\uD834\uDD1E\uD840\uDC00</a>"),
                new InfosetSample(
                        "values that look like names",
                        "<a xmlns:x='urn:x' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='x:t'/>"),
                new InfosetSample("deep", "<a>".repeat(99) + "x" + "</a>".repeat(99)),
                new InfosetSample("wide", "<a>" + "<b c='d'/>".repeat(5_000) + "</a>"),
                new InfosetSample("many names", many()),
                new InfosetSample("long text", "<a>" + "Text with ä, 漢 and \uD83D\uDE00. ".repeat(20_000) + "</a>"),
                new InfosetSample("a long attribute", "<a b='" + "0123456789abcdef".repeat(8_000) + "'/>"),
                new InfosetSample("a message", """
                        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
                          <s:Header><w:MessageID xmlns:w="http://www.w3.org/2005/08/addressing">urn:1</w:MessageID></s:Header>
                          <s:Body><ns2:add xmlns:ns2="urn:calc"><x>1.5</x><y/></ns2:add></s:Body>
                        </s:Envelope>"""));
    }

    private static String many() {
        var xml = new StringBuilder("<a>");
        for (int i = 0; i < 300; i++) {
            xml.append("<n").append(i).append(":e").append(i % 7);
            xml.append(" xmlns:n").append(i).append("='urn:").append(i).append("'/>");
        }
        return xml.append("</a>").toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
