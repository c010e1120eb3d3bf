package io.parley.cxf.parts;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Holder;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Parameters whose Java type differs from the class of their schema type; each operation returns its argument. */
@WebService(targetNamespace = "urn:forms")
@SOAPBinding(style = SOAPBinding.Style.RPC)
@XmlSeeAlso({Shape.Circle.class, Shape.Square.class})
public interface Forms {
    String[] strings(String[] values);

    int[] ints(int[] values);

    Double[] doubles(Double[] values);

    boolean[] booleans(boolean[] values);

    byte[][] blobs(byte[][] values);

    String[][] grid(String[][] values);

    @XmlList
    String[] spaced(@XmlList String[] values);

    Date[] dates(Date[] values);

    QName[] names(QName[] values);

    Color[] colors(Color[] values);

    Shape.Circle[] circles(Shape.Circle[] values);

    Shape[] shapes(Shape[] values);

    XMLGregorianCalendar[] calendars(XMLGregorianCalendar[] values);

    List<Short> shortList(List<Short> values);

    List<Shape> shapeList(List<Shape> values);

    CopyOnWriteArrayList<Long> copyingList(CopyOnWriteArrayList<Long> values);

    Shape shape(Shape value);

    Color color(Color value);

    Date date(Date value);

    @XmlJavaTypeAdapter(Adapters.Seconds.class)
    Long seconds(@XmlJavaTypeAdapter(Adapters.Seconds.class) Long value);

    @XmlJavaTypeAdapter(Adapters.Entries.class)
    Map<String, Integer> entries(@XmlJavaTypeAdapter(Adapters.Entries.class) Map<String, Integer> values);

    Adapters.Money money(Adapters.Money value);

    void held(
            @WebParam(name = "strings", mode = WebParam.Mode.INOUT) Holder<String[]> strings,
            @WebParam(name = "shapes", mode = WebParam.Mode.INOUT) Holder<List<Shape>> shapes);
}
