package io.parley.cxf.neighbours;

import java.util.List;
import org.apache.cxf.bus.managers.PhaseManagerImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseManager;

/** Names of CXF's phases. */
final class Phases {
    private static final PhaseManager ALL = new PhaseManagerImpl();

    private Phases() {}

    static List<String> in() {
        return ALL.getInPhases().stream().map(Phase::getName).toList();
    }

    static List<String> out() {
        return ALL.getOutPhases().stream().map(Phase::getName).toList();
    }
}
