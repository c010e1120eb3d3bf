package io.parley.cxf.parts;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.List;

/** An abstract class with two subclasses. */
@XmlAccessorType(XmlAccessType.FIELD)
public abstract class Shape {
    @XmlAttribute
    String name;

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Circle extends Shape {
        double radius;

        static Circle of(String name, double radius) {
            Circle circle = new Circle();
            circle.name = name;
            circle.radius = radius;
            return circle;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Square extends Shape {
        List<Double> sides;

        static Square of(double... sides) {
            Square square = new Square();
            square.sides = java.util.Arrays.stream(sides).boxed().toList();
            return square;
        }
    }
}
