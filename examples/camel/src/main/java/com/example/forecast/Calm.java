package com.example.forecast;

import jakarta.jws.WebService;
import java.util.Arrays;

/** Implementation of the service; it contains nothing of Parley. */
@WebService(
        endpointInterface = "com.example.forecast.Forecast",
        targetNamespace = "urn:forecast",
        serviceName = "ForecastService")
public class Calm implements Forecast {
    @Override
    public double[] temperatures(String place, int hours) {
        double[] degrees = new double[hours];
        Arrays.fill(degrees, place.length());
        return degrees;
    }
}
