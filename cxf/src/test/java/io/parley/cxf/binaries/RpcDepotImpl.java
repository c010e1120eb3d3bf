package io.parley.cxf.binaries;

import jakarta.jws.WebService;

/** The RPC implementation of {@link RpcDepot}. */
@WebService(endpointInterface = "io.parley.cxf.binaries.RpcDepot", targetNamespace = "urn:parley:test:depot")
public class RpcDepotImpl extends DepotImpl implements RpcDepot {}
