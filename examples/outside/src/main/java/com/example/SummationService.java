package com.example;

import jakarta.jws.WebService;

@WebService(endpointInterface = "com.example.Summation")
public final class SummationService implements Summation {
    @Override
    public float sum(float[] numbers) {
        float sum = 0;
        for (float number : numbers) {
            sum += number;
        }
        return sum;
    }
}
