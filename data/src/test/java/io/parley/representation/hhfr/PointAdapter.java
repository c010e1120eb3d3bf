package io.parley.representation.hhfr;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** Converts between a class that JAXB cannot write and a bean that it can. */
final class PointAdapter extends XmlAdapter<PointAdapter.XmlPoint, PointAdapter.Point> {
    record Point(int x, int y) {}

    @XmlAccessorType(XmlAccessType.FIELD)
    static class XmlPoint {
        @XmlAttribute
        int x;

        @XmlAttribute
        int y;
    }

    @Override
    public Point unmarshal(XmlPoint value) {
        return new Point(value.x, value.y);
    }

    @Override
    public XmlPoint marshal(Point point) {
        if (point == null) {
            return null;
        }
        XmlPoint value = new XmlPoint();
        value.x = point.x();
        value.y = point.y();
        return value;
    }
}
