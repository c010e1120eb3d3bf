package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Conversion of an operation's faults to SOAP faults and back (docs/protocol/framing.md, section 5.5). */
final class FaultContent {
    private FaultContent() {}

    /**
     * Returns the element of a fault's detail.
     *
     * @throws IllegalStateException if the operation does not declare such a fault, which is an error of the handler
     */
    static ContractElement element(ContractOperation operation, OperationFault fault) {
        for (ContractElement each : operation.faults()) {
            if (each.fits(fault.detail())) {
                return each;
            }
        }
        throw new IllegalStateException(
                "operation " + operation.name()
                        + ": expected a fault that the contract declares, found one with a detail of "
                        + fault.detail().getClass().getName(),
                fault);
    }

    /** Writes a declared fault as the content of a body. */
    static void write(XMLStreamWriter out, SoapVersion version, ContractOperation operation, OperationFault fault)
            throws XMLStreamException {
        ContractElement element = element(operation, fault);
        String text = String.valueOf(fault.getMessage());
        new SoapFault(SoapFault.Cause.RECEIVER, text, Optional.empty())
                .write(out, version, writer -> element.writePlain(fault.detail(), writer));
    }

    /**
     * Reads the fault in a body.
     *
     * @return an {@link OperationFault} if the operation declares it, otherwise the error of {@link #coded}
     */
    static RuntimeException read(SoapEnvelope envelope, ContractOperation operation) {
        AtomicReference<@Nullable Object> detail = new AtomicReference<>();
        SoapFault fault = SoapFault.read(envelope, reader -> {
            Object read = detail.get() == null ? detail(reader, operation) : null;
            if (read != null) {
                detail.set(read);
            }
            return read != null;
        });
        Object declared = detail.get();
        return declared == null ? coded(fault, operation.name()) : new OperationFault(fault.text(), declared);
    }

    private static @Nullable Object detail(XMLStreamReader reader, ContractOperation operation)
            throws XMLStreamException {
        for (ContractElement each : operation.faults()) {
            if (each.part().element().equals(reader.getName())) {
                return each.readPlain(reader);
            }
        }
        return null;
    }

    /**
     * Returns the error of an undeclared fault. Unless its code says otherwise, the peer may have started to process
     * the message.
     */
    private static ParleyException coded(SoapFault fault, String operation) {
        Optional<ErrorCode> code = fault.code();
        ParleyException thrown = new ParleyException(
                code.orElse(ErrorCode.INTERNAL),
                operation + " was answered with a fault (" + fault.cause() + "): " + fault.text());
        return code.filter(known -> known.retry() == ErrorCode.Retry.SAFE).isPresent()
                ? thrown
                : thrown.afterDispatch();
    }
}
