package io.parley.cxf.binaries;

import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** {@link Depot} as an RPC service. */
@WebService(targetNamespace = "urn:parley:test:depot")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface RpcDepot extends Depot {}
