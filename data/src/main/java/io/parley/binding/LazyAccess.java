package io.parley.binding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Placeholder for the generated code of one class until its first use: of a large contract most classes are never used.
 * From then on the accessors of the class have that code itself. Thread-safe.
 */
final class LazyAccess extends BeanAccess {
    private final Class<?> declaring;
    private final List<BeanMember> members;
    private final List<Accessor> accessors = new ArrayList<>();
    private volatile @Nullable BeanAccess made;
    private volatile String reason = "";
    private @Nullable BeanMaker maker;

    /** @param members declared by the class itself and not final; no more than one generated class can have */
    LazyAccess(Class<?> declaring, List<BeanMember> members) throws Declined {
        this.declaring = declaring;
        this.members = List.copyOf(members);
        for (int i = 0; i < members.size(); i++) {
            accessors.add(Accessor.generated(members.get(i), this, i));
        }
    }

    /** Returns the accessors in the order of the members. */
    List<Accessor> accessors() {
        return accessors;
    }

    /** The maker of objects of the class. */
    synchronized BeanMaker maker() {
        if (maker == null) {
            BeanAccess known = made;
            maker = new BeanMaker(declaring, known == null ? this : known);
        }
        return maker;
    }

    /**
     * Returns the reason why the class is reached by method handles although code was asked for; empty as long as it is
     * not.
     */
    String reason() {
        return reason;
    }

    /** Returns whether the access has been used. */
    boolean isMade() {
        return made != null;
    }

    /** The code, generated if it is not there. */
    BeanAccess made() {
        BeanAccess known = made;
        return known == null ? make() : known;
    }

    private synchronized BeanAccess make() {
        BeanAccess known = made;
        if (known != null) {
            return known;
        }
        HiddenClasses.Attempt<BeanAccess> attempt = AccessClass.BESIDE.beside(declaring, members);
        BeanAccess fresh = attempt.made() == null ? new HandlesAccess(declaring, members) : attempt.made();
        reason = attempt.reason();
        made = fresh;
        // Neither kind has state that could be seen half-made: a thread that still sees this one is handed on.
        accessors.forEach(each -> each.replace(fresh));
        if (maker != null) {
            maker.replace(fresh);
        }
        return fresh;
    }

    @Override
    protected Object newInstance() throws Throwable {
        return made().newInstance();
    }

    @Override
    protected @Nullable Object get(Object bean, int member) throws Throwable {
        return made().get(bean, member);
    }

    @Override
    protected void set(Object bean, int member, @Nullable Object value) throws Throwable {
        made().set(bean, member, value);
    }

    @Override
    protected long bits(Object bean, int member) throws Throwable {
        return made().bits(bean, member);
    }

    @Override
    protected void bits(Object bean, int member, long bits) throws Throwable {
        made().bits(bean, member, bits);
    }
}
