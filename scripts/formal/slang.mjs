// SPDX-License-Identifier: Apache-2.0
// Elaborates RTL with slang instead of Yosys's own reader, and writes it as plain Verilog for
// prove_unit.py --rtl:
//
//   node slang.mjs PACKAGE OUTPUT TOP [NAME=VALUE]... FILE.sv...
//
// PACKAGE is the folder of @yowasp/yosys, which has slang inside; it needs a node with the final
// exceptions of WebAssembly (make slang-tools installs both). Exit code 1 when slang reports an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [location, output, top, ...rest] = process.argv.slice(2);
const { runYosys, Exit } = await import(pathToFileURL(resolve(location, 'gen/bundle.js')));
const sizes = rest.filter((word) => word.includes('='));
const files = {};
for (const file of rest.filter((word) => !word.includes('='))) files[basename(file)] = readFileSync(file, 'utf8');

// one thread: WebAssembly has no others here
const read = ['read_slang -j 1', `--top ${top}`, ...sizes.map((size) => `-G ${size}`), ...Object.keys(files)];
const script = [read.join(' '), `hierarchy -top ${top}`, 'proc', 'flatten', 'opt_clean', `rename -top ${top}`,
  'write_verilog -noattr out.v'];
try {
  const tree = await runYosys(['-q', '-p', script.join('; ')], files, { printLine: (line) => console.error(line) });
  writeFileSync(output, tree['out.v']);
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exit(1);
}
