// SPDX-License-Identifier: Apache-2.0
// Draws the pictures of a page from their texts. A text that cannot be drawn stays, and the console says why.
"use strict";

async function drawMermaid(figure, index) {
  const text = figure.textContent;
  figure.innerHTML = (await mermaid.render(`mermaid-${index}`, text)).svg;
  // What reads from the top down begins in the middle.
  if (/^flowchart T/.test(text)) figure.scrollLeft = (figure.scrollWidth - figure.clientWidth) / 2;
}

function drawWave(figure, index) {
  const source = JSON.parse(figure.textContent);
  figure.innerHTML = `<div id="wave_${index}"></div>`;
  WaveDrom.RenderWaveForm(index, source, "wave_");
}

async function draw() {
  if (typeof mermaid !== "undefined") {
    const natural = { useMaxWidth: false }, font = "13px";
    const sequence = { ...natural, mirrorActors: false, width: 110, height: 36, actorMargin: 24, messageMargin: 26,
      actorFontSize: font, messageFontSize: font, noteFontSize: font };
    mermaid.initialize({ startOnLoad: false, theme: "base", htmlLabels: false, flowchart: natural, sequence,
      state: natural, themeVariables: { fontFamily: "system-ui, sans-serif", fontSize: font } });
  }
  let index = 0;
  for (const figure of document.querySelectorAll("figure.picture")) {
    try {
      await (figure.classList.contains("mermaid") ? drawMermaid : drawWave)(figure, index++);
    } catch (error) {
      console.error(`picture ${index}: ${error.message}`);
    }
  }
  document.documentElement.dataset.drawn = index;
}
draw();
