package com.example.shop;

import io.quarkiverse.cxf.annotation.CXFClient;
import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.apache.cxf.Bus;

/** Has the client that stands in the properties, made as late as it is asked for. */
@Singleton
@Unremovable
public class Caller {
    @Inject
    @CXFClient("shop")
    Instance<Shop> shop;

    static Shop of(Bus ignored, String address) {
        return Arc.container().instance(Caller.class).get().shop.get();
    }
}
