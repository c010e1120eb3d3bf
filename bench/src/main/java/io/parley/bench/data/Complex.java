package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders with what was measured: lists in lists, beside an array. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Complex {
    public String title = "";
    public List<Medium> order = new ArrayList<>();
    public double[] measurement = {};

    private List<Object> fields() {
        return List.of(title, order, Arrays.toString(measurement));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Complex that && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
