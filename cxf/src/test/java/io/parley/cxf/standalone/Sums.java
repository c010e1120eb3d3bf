package io.parley.cxf.standalone;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** The contract as declared with CXF. */
@WebService(targetNamespace = Sums.NAMESPACE, name = "Port")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface Sums {
    String NAMESPACE = "urn:sums";

    @WebMethod(action = "sum")
    @WebResult(name = "total", targetNamespace = NAMESPACE, partName = "body")
    Total sum(@WebParam(name = "numbers", targetNamespace = NAMESPACE, partName = "body") Numbers numbers);

    @WebMethod(action = "length")
    @WebResult(name = "lengthResponse", targetNamespace = NAMESPACE, partName = "body")
    int length(@WebParam(name = "length", targetNamespace = NAMESPACE, partName = "body") String text);

    @Oneway
    @WebMethod(action = "note")
    void note(@WebParam(name = "note", targetNamespace = NAMESPACE, partName = "body") String text);

    /** Numbers to add. */
    @XmlRootElement(name = "numbers", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    class Numbers {
        double[] number = {};

        static Numbers of(double... values) {
            Numbers numbers = new Numbers();
            numbers.number = values;
            return numbers;
        }
    }

    /** Their sum. */
    @XmlRootElement(name = "total", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    class Total {
        double value;

        static Total of(Numbers numbers) {
            Total total = new Total();
            for (double number : numbers.number) {
                total.value += number;
            }
            return total;
        }
    }
}
