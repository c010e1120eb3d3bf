/** Services that the client written in Python (clients/python) is tried with. */
package io.parley.cxf.python;
