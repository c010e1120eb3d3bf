package io.parley.cxf.services;

import jakarta.jws.WebService;

@WebService(
        targetNamespace = "urn:parley:test",
        serviceName = "RpcStationsService",
        portName = "RpcStationsPort",
        endpointInterface = "io.parley.cxf.services.RpcStations")
public class RpcStationsImpl extends StationsImpl implements RpcStations {}
