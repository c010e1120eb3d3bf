package io.parley.cxf.binaries;

import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** The same as RPC. */
@WebService(targetNamespace = "urn:parley:test:depot")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface RpcDepot extends Depot {}
