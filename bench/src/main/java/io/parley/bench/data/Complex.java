package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders with what was measured: lists in lists, beside an array. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("serial") // JAXB wants the interface; the lists in it are ArrayLists
public final class Complex implements Serializable {
    private static final long serialVersionUID = 1;

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
