// The operator's page: draws what nodes say of themselves, and sends orders. All text comes into the page as text, never as markup.
'use strict';

const main = document.getElementById('nodes');
const live = document.getElementById('live');
const said = document.getElementById('said');
const nodes = new Map(); // by number: {status} or {name, why}
let paused = false;

// ---- elements

/** Makes an element; attributes that are null are left out, children that are null too. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value);
    }
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
  return element;
}

/** Makes an element like another one in place, so that focus, selection and what was opened stay. */
function morph(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && name !== 'open' && name !== 'style') {
      from.removeAttribute(name);
    }
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value) {
      from.setAttribute(name, value);
    }
  }
  const wanted = [...to.childNodes];
  wanted.forEach((child, i) => {
    const known = from.childNodes[i];
    if (!known) {
      from.append(child);
    } else if (known.nodeName !== child.nodeName || key(known) !== key(child)) {
      known.replaceWith(child);
    } else if (child.nodeType === Node.TEXT_NODE) {
      if (known.data !== child.data) {
        known.data = child.data;
      }
    } else {
      morph(known, child);
    }
  });
  while (from.childNodes.length > wanted.length) {
    from.lastChild.remove();
  }
}

const key = node => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute('data-key') : null);

/** Widths are properties, which the page's policy allows; style attributes are not. */
function drawBars(root) {
  root.querySelectorAll('[data-share]').forEach(bar => bar.style.setProperty('--share', bar.dataset.share));
}

// ---- numbers and times

const count = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const sum = (list, of) => list.reduce((total, each) => total + of(each), 0);

/** An amount of either sign. */
function bytes(n) {
  if (n < 0) {
    return `-${bytes(-n)}`;
  }
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000;
    unit++;
  }
  return `${short.format(n)} ${units[unit]}`;
}

function duration(micros) {
  if (micros === 0) {
    return '0 s';
  }
  if (micros < 1000) {
    return `${count.format(Math.round(micros))} µs`;
  }
  if (micros < 1e6) {
    return `${short.format(micros / 1000)} ms`;
  }
  const seconds = micros / 1e6;
  if (seconds < 60) {
    return `${short.format(seconds)} s`;
  }
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([length]) => seconds >= length);
  const [length, name] = parts[first];
  const [rest, restName] = parts[first + 1];
  const left = Math.floor((seconds % length) / rest);
  return `${count.format(Math.floor(seconds / length))} ${name}${left ? ` ${left} ${restName}` : ''}`;
}

/** When counting began, as people say it: a time today, a weekday of the last six days, else a date. */
function since(at, now) {
  const then = new Date(at);
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const days = (midnight - new Date(at).setHours(0, 0, 0, 0)) / 86400000;
  return then.toLocaleString('en', days < 0.5 ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : days < 6.5 ? { weekday: 'long' }
      : { day: 'numeric', month: 'long', year: 'numeric' });
}

// ---- drawing

const table = (caption, className, head, rows) => el('div', { class: 'scroll' },
  el('table', { class: className, 'aria-label': caption },
    el('thead', {}, el('tr', {}, head.map(([name, type]) => el('th', { scope: 'col', class: type }, name)))),
    el('tbody', {}, rows)));

const badge = (text, kind) => el('span', { class: `badge ${kind}` }, text);

const orderButton = (text, node, kind, endpoint, title, why, danger) => el('button', {
  type: 'button', class: danger ? 'danger' : null, 'data-node': node, 'data-kind': kind, 'data-endpoint': endpoint,
  'data-title': title, 'data-why': why,
}, text);

const measured = list => sum(list, n => n);
const fallbackCount = endpoint => sum(Object.values(endpoint.state.calls.fallbacks), n => n);
/** A service does not count calls by SOAP, but those that were timed. */
const soapCount = endpoint => Math.max(fallbackCount(endpoint), endpoint.type === 'Service' ? measured(endpoint.state.calls.times.soap) : 0);

/** What an endpoint's stream saved so far in microseconds: an estimate, from the calls that were timed. */
function saved(endpoint) {
  const { breakEven, times } = endpoint.state.calls;
  return 'savingPerCallMicros' in breakEven
    ? breakEven.savingPerCallMicros * measured(times.stream) - breakEven.overheadMicros
    : null;
}

/** What all sessions saved so far, in time and in bytes, as a sentence; null where nothing was measured. */
function repaid(status) {
  const all = status.endpoints;
  const micros = all.map(saved).filter(each => each !== null);
  const counted = all.map(each => each.state.calls.bytes).filter(each => each.operations.length);
  const compared = sum(counted, each => each.compared);
  if (!micros.length && !counted.length) {
    return null;
  }
  const time = sum(micros, each => each);
  const size = sum(counted, each => each.saved);
  const parts = [
    micros.length && [time < 0, `${duration(Math.abs(time))} of waiting`],
    compared && [size < 0, bytes(Math.abs(size))],
  ].filter(Boolean);
  const [first, second] = parts.map(([lost, amount]) => `${lost ? 'lost' : 'saved'} ${amount}`);
  const both = second && parts[0][0] === parts[1][0] ? `${first} and ${parts[1][1]}` : [first, second].filter(Boolean).join(', ');
  const began = counted.length ? ` since ${since(Math.min(...counted.map(each => each.since)), status.at)}` : '';
  const streamed = sum(counted, each => sum(each.operations, operation => operation.streamCalls));
  const basis = compared
    ? `bytes: ${count.format(compared)} of ${count.format(streamed)} calls by the stream compared with ${count.format(sum(counted, each => each.comparedWith))} by SOAP`
    : 'bytes: no operation went both ways yet, so no call was compared';
  return { text: parts.length ? both + began : 'nothing compared yet', basis: `estimate; ${basis}` };
}

function figures(status) {
  const all = status.endpoints;
  const repayment = repaid(status);
  const streamed = sum(all, each => each.state.calls.streamed);
  const bySoap = sum(all, soapCount);
  const figure = (name, value, small, kind) => el('div', { class: kind }, el('dt', {}, name), el('dd', {}, value, small && el('small', {}, small)));
  return el('dl', { class: 'figures' },
    figure('Open sessions', count.format(status.resources.sessions)),
    figure('Calls streamed', count.format(streamed)),
    figure('Calls by SOAP', count.format(bySoap),
      streamed + bySoap > 0 ? `${short.format((100 * bySoap) / (streamed + bySoap))} % of all` : null),
    repayment && figure('Break-even so far', repayment.text, repayment.basis, 'sentence'),
    figure('Sent', bytes(sum(all, each => sum(each.state.sessions, s => s.bytesOut))), 'by open sessions'),
    figure('Received', bytes(sum(all, each => sum(each.state.sessions, s => s.bytesIn))), 'by open sessions'));
}

function sessions(endpoint) {
  const open = endpoint.state.sessions;
  if (!open.length) {
    return el('section', { class: 'wide' }, el('h4', {}, 'Sessions'), el('p', { class: 'note' }, 'None is open.'));
  }
  const cell = (label, value, type) => el('td', { class: type, 'data-label': label }, value);
  return el('section', { class: 'wide' }, el('h4', {}, `Sessions (${open.length})`),
    table(`Sessions of ${endpoint.port}`, 'sessions',
      [['Peer'], ['Channel'], ['Terms'], ['Age', 'number'], ['Calls', 'number'], ['Sent', 'number'], ['Received', 'number']],
      open.map(session => el('tr', {},
        cell('Peer', session.peer || 'unknown'),
        cell('Channel', `${session.terms.channel}${session.terms.security === 'TLS' ? ', TLS' : ''}`),
        cell('Terms', [session.terms.representation, session.terms.compression, session.terms.reliability]
          .filter(term => term && term.toLowerCase() !== 'none').join(', ').toLowerCase()),
        cell('Age', session.seconds < 1 ? 'new' : duration(session.seconds * 1e6), 'number'),
        cell('Calls', count.format(session.calls), 'number'),
        cell('Sent', bytes(session.bytesOut), 'number'),
        cell('Received', bytes(session.bytesIn), 'number')))));
}

function fallbacks(endpoint, reasons) {
  const { fallbacks: by, lastDetail } = endpoint.state.calls;
  const names = Object.keys(by).filter(name => by[name] > 0).sort((a, b) => by[b] - by[a]);
  return el('section', {}, el('h4', {}, 'Calls by SOAP'),
    names.length
      ? table(`Calls of ${endpoint.port} by SOAP`, 'fallbacks', [['Calls', 'number'], ['Reason, and what to do']],
        names.map(name => el('tr', {}, el('td', { class: 'number' }, count.format(by[name])),
          el('td', {}, el('strong', {}, name),
            reasons[name] && [el('small', {}, reasons[name].meaning), el('span', { class: 'fix' }, `→ ${reasons[name].fix}`)]))))
      : el('p', { class: 'note' }, endpoint.type === 'Client' ? 'None.' : `${count.format(soapCount(endpoint))} were timed; clients know why their calls go by SOAP.`),
    lastDetail && el('p', { class: 'note' }, `Last detail: ${lastDetail}`));
}

function times(endpoint) {
  const { times: each, breakEven } = endpoint.state.calls;
  const both = [measured(each.stream), measured(each.soap)];
  if (!both[0] && !both[1]) {
    return el('section', {}, el('h4', {}, 'Times of calls'), el('p', { class: 'note' }, 'No call was timed yet.'));
  }
  const used = each.stream.map((n, i) => n + each.soap[i] > 0);
  const first = used.indexOf(true);
  const last = used.lastIndexOf(true);
  const most = Math.max(...each.stream, ...each.soap);
  const bar = (n, kind) => el('td', {}, el('span', { class: 'cell' },
    el('span', { class: `bar ${kind}`, 'data-share': n / most, 'aria-hidden': 'true' }), count.format(n)));
  const mean = (total, n) => (n ? `mean ${duration(total / n)}` : 'none');
  const label = i => (i < each.bounds.length ? `≤ ${duration(each.bounds[i])}` : `> ${duration(each.bounds[i - 1])}`);
  const rows = [];
  for (let i = first; i <= last; i++) {
    rows.push(el('tr', {}, el('th', { scope: 'row' }, label(i)), bar(each.stream[i], ''), bar(each.soap[i], 'soap')));
  }
  const point = 'calls' in breakEven
    ? `Break-even after ${count.format(breakEven.calls)} calls: a session costs ${duration(breakEven.overheadMicros)}, a call saves ${duration(breakEven.savingPerCallMicros)}.`
    : 'savingPerCallMicros' in breakEven ? 'By the calls so far the stream saves no time.' : null;
  return el('section', {}, el('h4', {}, 'Times of calls'),
    table(`Times of calls of ${endpoint.port}`, 'times', [['Time'], ['Stream', 'stream-text'], ['SOAP', 'soap-text']], rows),
    el('p', { class: 'note' },
      el('span', { class: 'stream-text' }, `Stream: ${mean(each.streamMicros, both[0])}`), ' · ',
      el('span', { class: 'soap-text' }, `SOAP: ${mean(each.soapMicros, both[1])}`)),
    point && el('p', { class: 'note' }, point));
}

/** Bytes of a client's calls by both ways; what an operation that went one way alone saved is not known. */
function sizes(endpoint) {
  const { operations } = endpoint.state.calls.bytes;
  if (!operations.length) {
    return null;
  }
  const mean = (total, calls) => (calls ? `${bytes(Math.round(total / calls))} × ${count.format(calls)}` : 'none');
  const isCompared = each => each.soapCalls > 0 && each.streamCalls > 0;
  return el('section', {}, el('h4', {}, 'Bytes of calls'),
    table(`Bytes of calls of ${endpoint.port}`, 'sizes',
      [['Operation'], ['Stream', 'number stream-text'], ['SOAP', 'number soap-text'], ['Saved', 'number']],
      operations.map(each => el('tr', {}, el('th', { scope: 'row' }, each.operation),
        el('td', { class: 'number', 'data-label': 'Stream' }, mean(each.streamBytes, each.streamCalls)),
        el('td', { class: 'number', 'data-label': 'SOAP' }, mean(each.soapBytes, each.soapCalls)),
        el('td', { class: 'number', 'data-label': 'Saved' }, isCompared(each) ? bytes(each.saved) : 'not compared')))),
    el('p', { class: 'note' }, 'Mean bytes × calls, request and answer together, without headers of HTTP.'));
}

function parts(endpoint) {
  const { typed, infoset, untyped, untypedValues } = endpoint.state.parts;
  const list = (name, lines) => lines.length
    ? el('details', { 'data-key': name }, el('summary', {}, `${name} (${lines.length})`), el('ul', {}, lines.map(line => el('li', {}, line))))
    : null;
  return el('section', {}, el('h4', {}, 'Body parts written'),
    el('p', { class: 'note' }, `${count.format(typed)} typed, ${count.format(infoset)} as infoset`),
    list('Parts that travel as infoset, and why', untyped),
    list('Values without a typed form', untypedValues),
    !untyped.length && !untypedValues.length && el('p', { class: 'note' }, 'Every part travels typed.'));
}

function endpointCard(number, status, endpoint) {
  const { state, mode } = endpoint;
  const name = endpoint.port;
  const agreed = state.agreement;
  const term = (label, value) => value && [el('div', {}, el('dt', {}, label), el('dd', {}, value))];
  return el('article', { class: 'card', 'data-key': endpoint.id, 'aria-label': `${endpoint.type} ${name}` },
    el('div', { class: 'heading' },
      badge(endpoint.type, 'plain'), el('h3', {}, name),
      mode.on ? badge('On', 'good') : badge('Off: calls go by SOAP', 'bad'),
      el('div', { class: 'buttons' },
        mode.on
          ? orderButton('Switch off', number, 'off', endpoint.id, `Switch Parley off for ${name}?`,
            'All calls of this endpoint go by plain SOAP until it is switched on again. Calls under way are finished.', true)
          : orderButton('Switch on', number, 'on', endpoint.id, `Switch Parley on for ${name}?`,
            'Calls of this endpoint may stream again.', false),
        orderButton('Negotiate again', number, 'negotiate', endpoint.id, `Negotiate again for ${name}?`,
          'Its sessions end in order, and what is known of the other side is forgotten. Calls go by SOAP until there is a new agreement.', false))),
    el('p', { class: 'address' }, state.address, state.listening.length ? ` · listens at ${state.listening.join(', ')}` : null),
    el('dl', { class: 'terms' },
      term('Mode', mode.mode), term('Channel', agreed.channel), term('Representation', agreed.representation),
      term('Compression', agreed.compression), term('Reliability', agreed.reliability && agreed.reliability.toLowerCase()),
      term('Streamed', count.format(state.calls.streamed))),
    el('div', { class: 'halves' }, sessions(endpoint), times(endpoint), sizes(endpoint), el('div', { class: 'stack' }, fallbacks(endpoint, status.reasons), parts(endpoint))));
}

function processCard(status) {
  const { limits, events, store, recording } = status.resources;
  const met = Object.entries(events);
  return el('article', { class: 'card', 'data-key': 'process', 'aria-label': 'Process' }, el('h3', {}, 'Process'),
    el('div', { class: 'halves' },
      el('section', {}, el('h4', {}, 'Limits'), table('Limits', '', [['Setting'], ['Used', 'number'], ['']],
        limits.map(use => el('tr', {}, el('td', {}, use.setting),
          el('td', { class: 'number' }, `${bytes(use.used)} of ${bytes(use.most)}`),
          el('td', { class: 'gauge' }, el('meter', { min: 0, max: use.most, high: use.most * 0.8, value: use.used, 'aria-label': use.setting })))))),
      el('section', {}, el('h4', {}, 'Since the start'), table('Events', '', [['Event'], ['Number', 'number']],
        met.map(([name, n]) => el('tr', {}, el('td', {}, name), el('td', { class: 'number' }, count.format(n)))))),
      el('section', {}, el('h4', {}, 'Store and recording'),
        el('p', { class: 'note' }, `Contexts: ${store.engine}${store.durable ? '; sessions may be durable' : ''}${store.failures ? `; ${count.format(store.failures)} failures` : ''}`),
        el('p', { class: 'note' }, recording.folder
          ? (recording.open ? `Conversations are recorded in ${recording.folder}` : `Conversations are NOT recorded: ${recording.folder} cannot be written`)
          : 'Conversations are not recorded.'))));
}

function nodeSection(number, node) {
  const id = `node-${number}`;
  if (!node.status) {
    return el('section', { class: 'node', 'data-key': id, 'aria-labelledby': id },
      el('div', { class: 'heading' }, el('h2', { id }, node.name), badge('Not reached', 'bad')),
      el('p', { class: 'note' }, node.why));
  }
  const status = node.status;
  return el('section', { class: 'node', 'data-key': id, 'aria-labelledby': id },
    el('div', { class: 'heading' }, el('h2', { id }, status.name),
      status.on ? badge('On', 'good') : badge('Switched off: all calls go by SOAP', 'bad'),
      el('div', { class: 'buttons' },
        status.on
          ? orderButton('Switch off everything', number, 'off', '', `Switch Parley off for all of ${status.name}?`,
            'Every call of this process goes by plain SOAP at once, until it is switched on again. Sessions of its services end as messages come; calls under way are finished.', true)
          : orderButton('Switch on', number, 'on', '', `Switch Parley on for ${status.name}?`, 'Clients negotiate again, and calls may stream.', false),
        orderButton('Negotiate again', number, 'negotiate', '', `Negotiate all sessions of ${status.name} again?`,
          'All sessions end in order, and what is known of other sides is forgotten. Calls go by SOAP until there are new agreements.', false))),
    figures(status),
    status.endpoints.length
      ? status.endpoints.map(endpoint => endpointCard(number, status, endpoint))
      : el('p', { class: 'note', 'data-key': 'none' }, 'No client or service has Parley on here.'),
    processCard(status));
}

function draw() {
  const numbers = [...nodes.keys()].sort((a, b) => a - b);
  const wanted = el('main', { id: 'nodes', tabindex: '-1' }, numbers.map(number => nodeSection(number, nodes.get(number))));
  morph(main, wanted);
  drawBars(main);
}

// ---- events

function onEvent(name, event) {
  const end = event.data.indexOf('\n');
  const number = Number(event.data.slice(0, end));
  try {
    const told = JSON.parse(event.data.slice(end + 1));
    nodes.set(number, name === 'node' ? { status: told } : told);
  } catch (e) {
    nodes.set(number, { name: `Node ${number + 1}`, why: 'Its status cannot be read: is this the address of a console?' });
  }
  if (paused) {
    return;
  }
  try {
    draw();
  } catch (e) {
    nodes.set(number, { name: `Node ${number + 1}`, why: 'Its status has another form: another version of Parley, or not the address of a console.' });
    draw();
  }
  tell(false);
}

function tell(lost) {
  live.classList.toggle('lost', lost);
  const text = lost ? 'No connection; trying again' : paused ? 'Paused' : 'Live, each two seconds';
  if (live.textContent !== text) { // a screen reader says it once
    live.textContent = text;
  }
}

const events = new EventSource('events');
events.addEventListener('node', event => onEvent('node', event));
events.addEventListener('absent', event => onEvent('absent', event));
events.addEventListener('error', () => tell(true));

document.getElementById('pause').addEventListener('click', event => {
  paused = !paused;
  event.currentTarget.setAttribute('aria-pressed', String(paused));
  event.currentTarget.textContent = paused ? 'Resume updates' : 'Pause updates';
  tell(false);
  if (!paused) {
    draw();
  }
});

// ---- orders

const dialog = document.getElementById('confirm');
const yes = document.getElementById('confirm-yes');
let asked = null;

main.addEventListener('click', event => {
  const button = event.target.closest('button[data-kind]');
  if (button) {
    asked = { ...button.dataset };
    document.getElementById('confirm-title').textContent = asked.title;
    document.getElementById('confirm-text').textContent = asked.why;
    yes.textContent = button.textContent;
    yes.className = asked.kind === 'off' ? 'danger' : '';
    dialog.showModal();
  }
});

document.getElementById('confirm-no').addEventListener('click', () => dialog.close());
yes.addEventListener('click', () => {
  dialog.close();
  send(asked);
});

async function send({ node, kind, endpoint }) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Parley-Console': 'order' };
  const token = document.querySelector('meta[name=parley-token]');
  if (token) {
    headers[token.dataset.header] = token.content;
  }
  said.textContent = '';
  try {
    const reply = await fetch('orders', { method: 'POST', headers, body: new URLSearchParams({ node, kind, endpoint }) });
    said.textContent = reply.ok ? 'Done.' : `Not done: ${await reply.text()}`;
  } catch (e) {
    said.textContent = 'Not done: no connection.';
  }
  setTimeout(() => { said.textContent = ''; }, 8000);
}
