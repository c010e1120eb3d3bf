package io.parley.cxf.services;

import jakarta.jws.WebService;

@WebService(
        targetNamespace = "urn:parley:test",
        serviceName = "WrappedStationsService",
        portName = "WrappedStationsPort",
        endpointInterface = "io.parley.cxf.services.WrappedStations")
public class WrappedStationsImpl extends StationsImpl implements WrappedStations {}
