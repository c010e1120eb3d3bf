package io.parley.binding;

/** A bean that depends only on Java, so that any class loader can load it. */
class PlainBean {
    @SuppressWarnings("UnusedVariable") // accessed by the code under test
    private int number;

    public int getNumber() {
        return number;
    }

    public void setNumber(int number) {
        this.number = number;
    }
}
