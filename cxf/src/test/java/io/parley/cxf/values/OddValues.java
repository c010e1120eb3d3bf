package io.parley.cxf.values;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.NormalizedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.List;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/**
 * Members of each simple type, in the Java types that JAXB's schema compiler chooses, which have more values than the
 * schema types.
 */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public class OddValues {
    @XmlSchemaType(name = "unsignedByte")
    public Short unsignedByte;

    @XmlSchemaType(name = "unsignedShort")
    public Integer unsignedShort;

    @XmlSchemaType(name = "unsignedInt")
    public Long unsignedInt;

    @XmlSchemaType(name = "unsignedLong")
    public BigInteger unsignedLong;

    @XmlSchemaType(name = "positiveInteger")
    public BigInteger positive;

    @XmlSchemaType(name = "nonNegativeInteger")
    public BigInteger nonNegative;

    @XmlSchemaType(name = "negativeInteger")
    public BigInteger negative;

    @XmlSchemaType(name = "byte")
    public int narrow;

    @XmlSchemaType(name = "unsignedInt")
    @XmlAttribute
    public Long attribute;

    @XmlSchemaType(name = "unsignedInt")
    public List<Long> unsignedInts;

    @XmlList
    @XmlSchemaType(name = "unsignedShort")
    public List<Integer> listed;

    public BigInteger integer;
    public BigDecimal decimal;
    public List<Integer> numbers;
    public List<BigDecimal> decimals;
    public List<String> texts;

    @XmlElement(nillable = true)
    public List<Boolean> nillables;

    public String text;

    @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
    @XmlSchemaType(name = "token")
    public String token;

    @XmlJavaTypeAdapter(NormalizedStringAdapter.class)
    @XmlSchemaType(name = "normalizedString")
    public String normalized;

    @XmlSchemaType(name = "NMTOKENS")
    @XmlList
    public List<String> tokens;

    @XmlSchemaType(name = "language")
    @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
    public String language;

    @XmlSchemaType(name = "anyURI")
    public String uri;

    public QName name;
    public Duration duration;

    @XmlSchemaType(name = "dateTime")
    public XMLGregorianCalendar dateTime;

    @XmlSchemaType(name = "date")
    public XMLGregorianCalendar date;

    @XmlSchemaType(name = "time")
    public XMLGregorianCalendar time;

    @XmlSchemaType(name = "gYearMonth")
    public XMLGregorianCalendar month;

    @XmlSchemaType(name = "gDay")
    public XMLGregorianCalendar day;

    public XMLGregorianCalendar calendar;
    public Date instant;

    @XmlJavaTypeAdapter(HexBinaryAdapter.class)
    @XmlSchemaType(name = "hexBinary")
    public byte[] hex;

    public byte[] bytes;
    public Double number;
    public Object any;
    public Color color;
    public DataHandler handler;

    /** An enumeration without a form for values other than its constants. */
    @XmlEnum
    public enum Color {
        RED,
        GREEN
    }
}
