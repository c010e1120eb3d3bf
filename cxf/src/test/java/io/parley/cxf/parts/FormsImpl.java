package io.parley.cxf.parts;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Returns its arguments. */
@WebService(endpointInterface = "io.parley.cxf.parts.Forms")
public class FormsImpl implements Forms {
    @Override
    public String[] strings(String[] values) {
        return values;
    }

    @Override
    public int[] ints(int[] values) {
        return values;
    }

    @Override
    public Double[] doubles(Double[] values) {
        return values;
    }

    @Override
    public boolean[] booleans(boolean[] values) {
        return values;
    }

    @Override
    public byte[][] blobs(byte[][] values) {
        return values;
    }

    @Override
    public String[][] grid(String[][] values) {
        return values;
    }

    @Override
    public String[] spaced(String[] values) {
        return values;
    }

    @Override
    public Date[] dates(Date[] values) {
        return values;
    }

    @Override
    public QName[] names(QName[] values) {
        return values;
    }

    @Override
    public Color[] colors(Color[] values) {
        return values;
    }

    @Override
    public Shape.Circle[] circles(Shape.Circle[] values) {
        return values;
    }

    @Override
    public Shape[] shapes(Shape[] values) {
        return values;
    }

    @Override
    public XMLGregorianCalendar[] calendars(XMLGregorianCalendar[] values) {
        return values;
    }

    @Override
    public List<Short> shortList(List<Short> values) {
        return values;
    }

    @Override
    public List<Shape> shapeList(List<Shape> values) {
        return values;
    }

    @Override
    public CopyOnWriteArrayList<Long> copyingList(CopyOnWriteArrayList<Long> values) {
        return values;
    }

    @Override
    public Shape shape(Shape value) {
        return value;
    }

    @Override
    public Color color(Color value) {
        return value;
    }

    @Override
    public Date date(Date value) {
        return value;
    }

    @Override
    public Long seconds(Long value) {
        return value;
    }

    @Override
    public Map<String, Integer> entries(Map<String, Integer> values) {
        return values;
    }

    @Override
    public Adapters.Money money(Adapters.Money value) {
        return value;
    }

    @Override
    public void held(Holder<String[]> strings, Holder<List<Shape>> shapes) {
        // holders return unchanged
    }
}
