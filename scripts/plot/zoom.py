# SPDX-License-Identifier: Apache-2.0
"""Zoom over time: all panels of a page show the same part of the cycles. Without scripts the page shows the whole."""

CONTROLS = ("<p class='zoom' hidden>Cycles <output style='display:inline-block;min-width:16ch'></output>: "
            "<button type='button' data-by='0.5'>zoom in</button> <button type='button' data-by='2'>zoom out</button> "
            "<button type='button' data-to='-0.5'>earlier</button> "
            "<button type='button' data-to='0.5'>later</button> <button type='button' data-by='Infinity'>all</button> "
            "<span class='faint'>or draw across a panel; a double click shows all</span></p>\n")

# A picture has its curves in svg.plot, and the numbers at the ends of its axis in .from and .to. The places at which
# the page was drawn stay in `shapes`; from and to are the part that is seen, 0 to 1.
SCRIPT = """<script>
'use strict';
{
  const plots = [...document.querySelectorAll('.times svg.plot')];
  const bar = document.querySelector('.zoom');
  let from = 0, to = 1;
  const box = plot => plot.viewBox.baseVal;
  const inner = plot => ({left: box(plot).x + MARGIN, width: box(plot).width - 2 * MARGIN});
  const shapes = plots.map(plot => [...plot.children].map(e => ({e, cx: +e.getAttribute('cx'), d: e.getAttribute('d'),
    x: +e.getAttribute('x'), width: +e.getAttribute('width')})));
  const ends = plots.map(plot => ['.from', '.to'].map(c => plot.parentNode.querySelector(c)));
  const [first, last] = ends.length ? ends[0].map(e => e ? +e.textContent.replaceAll(',', '') : 0) : [0, 0];
  // The narrowest part has two steps of a curve: between points there is nothing to see.
  const steps = Math.max(2, ...shapes.flat().map(({d}) => d ? d.split('L').length - 1 : 0));
  const cycle = part => Math.round(first + part * (last - first)).toLocaleString('en-US');

  const show = (a, b) => {
    const width = Math.min(Math.max(b - a, 2 / steps), 1);
    from = Math.min(Math.max(a, 0), 1 - width);
    to = from + width;
    plots.forEach((plot, i) => {
      const {left, width: wide} = inner(plot);
      plot.style.clipPath = width < 1 ? `inset(0 ${100 * MARGIN / box(plot).width}%)` : '';
      const at = x => (left + wide * ((x - left) / wide - from) / width).toFixed(2);
      for (const {e, cx, d, x, width: w} of shapes[i]) {
        if (e.tagName === 'circle') e.setAttribute('cx', at(cx));
        else if (e.tagName === 'path') e.setAttribute('d', d.replace(/([ML])([\\d.]+)/g, (_, pen, p) => pen + at(+p)));
        else if (e.className.baseVal === 'grey') {
          e.setAttribute('x', at(x));
          e.setAttribute('width', (w / width).toFixed(2));
        }
      }
      ends[i].forEach((e, end) => { if (e) e.textContent = cycle(end ? to : from); });
    });
    bar.querySelector('output').textContent = `${cycle(from)} to ${cycle(to)}`;
  };

  bar.addEventListener('click', event => {
    const {by, to: step} = event.target.dataset, middle = (from + to) / 2, width = to - from;
    if (by) show(middle - width * by / 2, middle + width * by / 2);
    if (step) show(from + width * step, to + width * step);
  });
  for (const plot of plots) {
    let begin = null, mark = null;
    const part = event => {  // of the axis
      const {left, width} = inner(plot);
      const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse()).x;
      return Math.min(Math.max((x - left) / width, 0), 1);
    };
    plot.addEventListener('pointerdown', event => {
      begin = part(event);
      mark = document.createElementNS(plot.namespaceURI, 'rect');
      mark.setAttribute('class', 'drawn');
      mark.setAttribute('y', box(plot).y);
      mark.setAttribute('height', box(plot).height);
      plot.append(mark);
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener('pointermove', event => {
      if (begin === null) return;
      const {left, width} = inner(plot), now = part(event);
      mark.setAttribute('x', left + width * Math.min(begin, now));
      mark.setAttribute('width', width * Math.abs(now - begin));
    });
    const end = event => {
      if (begin === null) return;
      const [a, b] = [begin, part(event)].sort((p, q) => p - q), width = to - from;
      mark.remove();
      begin = null;
      if (event.type === 'pointerup' && b - a > 0.02) show(from + width * a, from + width * b);
    };
    plot.addEventListener('pointerup', end);
    plot.addEventListener('pointercancel', end);
    plot.addEventListener('mousedown', event => event.preventDefault());  // no text is selected
    plot.addEventListener('dblclick', () => show(0, 1));
  }
  bar.hidden = false;
  show(0, 1);
}
</script>
"""


def script(margin: float) -> str:
    """`margin`: of svg.plot around the axes, in its units."""
    return SCRIPT.replace("MARGIN", f"{margin:g}")
