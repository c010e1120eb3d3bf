package io.parley.bench.document;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;

/** A product's details from the TDXML paper. */
@XmlAccessorType(XmlAccessType.FIELD)
public final class Product {
    @XmlElement(name = "ProductCode")
    public String code = "KX-12";

    @XmlElement(name = "ProductDescription")
    public String description = "Desk lamp";

    @XmlElement(name = "ManufacturerName")
    public String manufacturer = "Lumen";

    @XmlElement(name = "QuantityOrdered")
    public int quantity = 3;

    @XmlElement(name = "UnitPriceExcludingTax")
    public double price = 49.5;

    @XmlElement(name = "DiscountPercentage")
    public int discount = 5;

    @XmlElement(name = "TaxIncluded")
    public boolean taxed = true;

    @XmlElement(name = "WarehouseLocation")
    public String warehouse = "B7";

    @XmlElement(name = "DeliveryPromisedOn")
    public String promisedOn = "2006-05-02";

    @XmlElement(name = "BackOrderAllowed")
    public boolean backOrder;

    @XmlElement(name = "WarrantyMonths")
    public int warranty = 24;

    @XmlElement(name = "SerialNumberRequired")
    public boolean serial;
}
