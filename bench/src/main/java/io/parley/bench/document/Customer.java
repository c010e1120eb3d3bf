package io.parley.bench.document;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;

/** A customer's account from the TDXML paper: strings, booleans and dates. */
@XmlAccessorType(XmlAccessType.FIELD)
public final class Customer {
    @XmlElement(name = "CustomerNumber")
    public int number = 4711;

    @XmlElement(name = "AccountName")
    public String account = "Khan Trading";

    @XmlElement(name = "ContactFirstName")
    public String firstName = "Mary";

    @XmlElement(name = "ContactLastName")
    public String lastName = "Khan";

    @XmlElement(name = "StreetAddress")
    public String street = "12 Epping Road";

    @XmlElement(name = "CityAndSuburb")
    public String city = "North Ryde";

    @XmlElement(name = "PostalCode")
    public String postalCode = "2113";

    @XmlElement(name = "TelephoneNumber")
    public String telephone = "98507111";

    @XmlElement(name = "ElectronicMail")
    public String mail = "mary@khan.example";

    @XmlElement(name = "PreferredCustomer")
    public boolean preferred = true;

    @XmlElement(name = "CreditApproved")
    public boolean approved;

    @XmlElement(name = "AccountOpenedOn")
    public String openedOn = "2005-11-21T09:30:00";

    @XmlElement(name = "LastPurchaseOn")
    public String lastPurchaseOn = "2006-04-18T16:05:00";
}
