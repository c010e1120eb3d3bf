package io.parley.cxf.services;

import jakarta.jws.WebService;

@WebService(
        targetNamespace = "urn:parley:test",
        serviceName = "BareStationsService",
        portName = "BareStationsPort",
        endpointInterface = "io.parley.cxf.services.BareStations")
public class BareStationsImpl extends StationsImpl implements BareStations {}
