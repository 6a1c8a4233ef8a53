// Makes pages comfortable: steps without reloading, keys, a slider, swipes, local times, and the next turn as soon as
// it is played. Everything works without it.
const root = document.documentElement;
root.classList.add('js');
let main = document.querySelector('main');
let busy = 0;
let waiting = false;

// Shows another page in the place of this one; one that is the same may be left as it is.
async function show(url, { push = false, keep = false, same = false, options = {} } = {}) {
  const mine = ++busy;
  const again = () => setTimeout(() => mine === busy && show(location.href, { keep: true }), 3000);
  let answer, text;
  waiting = true;
  try {
    answer = await fetch(url, { credentials: 'same-origin', ...options });
    text = await answer.text();
  } catch {
    if (mine !== busy) return;
    note(main.dataset.lost);
    return again();
  } finally {
    if (mine === busy) waiting = false;
  }
  if (mine !== busy) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.querySelector('main');
  if (!next) return location.reload();
  if (same && next.dataset.revision === main.dataset.revision) return;
  // Something was refused: the board stays, and the reason is told above it.
  if (!answer.ok && answer.status !== 404 && !next.dataset.revision) {
    note([...next.querySelectorAll('h1, p')].slice(0, 2).map((part) => part.textContent).join('. '));
    for (const button of main.querySelectorAll('button')) button.disabled = false;
    if (keep) again();
    return;
  }
  const words = typed();
  const open = [...main.querySelectorAll('details')].map((part) => part.open);
  const square = document.activeElement?.closest?.('.places a') !== null && main.contains(document.activeElement);
  const height = scrollY;
  main.replaceWith(next);
  main = next;
  document.title = page.title;
  if (push) history.pushState(null, '', answer.redirected ? answer.url : url);
  else if (answer.redirected) history.replaceState(null, '', answer.url);
  if (keep) restore(words, open);
  scrollTo(0, height);
  ready();
  if (square || options.method) main.querySelector('#step')?.focus({ preventScroll: true });
}

// Says something above the board, or nothing any more.
function note(words) {
  main.querySelector('.note')?.remove();
  if (!words) return;
  const place = document.createElement('p');
  place.className = 'told note';
  place.setAttribute('role', 'alert');
  place.textContent = words;
  main.querySelector('h1').after(place);
}

// What somebody has begun to write must survive the opponent's turn.
function typed() {
  return [...main.querySelectorAll('textarea, input[type=text]')].map((field) => field.value);
}

function restore(words, open) {
  const fields = [...main.querySelectorAll('textarea, input[type=text]')];
  if (fields.length === words.length) fields.forEach((field, i) => { field.value = words[i]; });
  const parts = [...main.querySelectorAll('details')];
  if (parts.length === open.length) parts.forEach((part, i) => { part.open = open[i]; });
}

// What each new page needs.
function ready() {
  const day = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  for (const time of main.querySelectorAll('time[data-at]')) {
    time.textContent = new Date(time.dataset.at * 1000).toLocaleString(undefined, day);
  }
  const walk = main.querySelector('.walk');
  if (walk && walk.dataset.turns > 1) {
    const slider = document.createElement('input');
    Object.assign(slider, { type: 'range', min: 0, max: walk.dataset.turns, value: walk.dataset.turn });
    slider.setAttribute('aria-label', walk.dataset.slider);
    slider.addEventListener('change', () => show(`?t=${slider.value}`, { push: true }));
    walk.append(slider);
  }
  follow();
}

// Links of steps, and all of the board's squares.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-step], .places a');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(new URL(link.getAttribute('href'), location.href).href, { push: true });
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  for (const button of form.querySelectorAll('button')) button.disabled = true;
  show(location.pathname, { options: { method: 'POST', body } });
});

addEventListener('popstate', () => show(location.href));

// Keys and swipes go through the turns.
function step(rel) {
  main.querySelector(`.walk a[rel=${rel}]`)?.click();
}

document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat && waiting) return;
  if (event.key === 'ArrowLeft') step('prev');
  if (event.key === 'ArrowRight') step('next');
  if (event.key === 'Escape') main.querySelector('.mine a[href="?"]')?.click();
  if (event.key.startsWith('Arrow') && event.target.closest('.places')) neighbour(event);
});

// Arrows go from square to square: to the nearest link in that direction.
function neighbour(event) {
  const middle = (link) => {
    const box = link.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const here = event.target.closest('a');
  const [x, y] = middle(here);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  let best;
  for (const link of main.querySelectorAll('.places a')) {
    const [a, b] = middle(link);
    const along = (a - x) * dx + (b - y) * dy;
    const across = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && (!best || along + 2 * across < best[0])) best = [along + 2 * across, link];
  }
  if (best) best[1].focus();
  event.preventDefault();
}

let touch;
document.addEventListener('touchstart', (event) => {
  const one = event.touches.length === 1 && event.target.closest('.board') && main.querySelector('.walk');
  touch = one ? event.touches[0] : null;
}, { passive: true });
document.addEventListener('touchend', (event) => {
  if (!touch) return;
  const end = event.changedTouches[0];
  const [x, y] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) step(x > 0 ? 'prev' : 'next');
}, { passive: true });

// The next turn, as soon as there is one. Whoever chooses a turn of their own is not disturbed: nobody else can play it.
// Browsers allow few connections to one server: a tab that nobody sees needs none, and catches up when it is seen again.
let source, late;
document.addEventListener('visibilitychange', follow);
function follow() {
  if (!('live' in main.dataset) || document.hidden) return source?.close();
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(main.dataset.live || `${location.pathname}/live`);
  source.onopen = () => { clearTimeout(late); note(); };
  source.onmessage = (event) => event.data !== main.dataset.revision && show(here(), { keep: true });
  source.onerror = () => {
    clearTimeout(late);
    if (source.readyState !== EventSource.CLOSED) {
      late = setTimeout(() => note(main.dataset.lost), 2000);
      return;
    }
    // There is no room for one who waits: look now and then, as long as it takes.
    note(main.dataset.full);
    late = setTimeout(() => {
      show(here(), { keep: true, same: true });
      follow();
    }, 4000 + 4000 * Math.random());
  };
}

// What is looked at: an earlier turn, or the last, whichever that is by then.
function here() {
  const walk = main.querySelector('.walk');
  const past = walk && walk.dataset.turn !== walk.dataset.turns;
  return past ? location.href : location.pathname;
}

ready();
