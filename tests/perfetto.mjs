// perfetto.mjs FOLDER SQL... -- TRACE...: what Google's trace processor answers for each
// trace: the rows of the first query as TSV in TRACE.1, those of the second in TRACE.2.
//
// FOLDER has what scripts/setup fetches: trace_processor.wasm, the glue between it and
// a browser's worker (engine_bundle.node.js), and the client side (engine.mjs). The glue
// finds here the few things of a worker that it uses; messages go both ways at once.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [folder, ...operands] = process.argv.slice(2);
const queries = operands.slice(0, operands.indexOf('--'));
const traces = operands.slice(queries.length + 1);
const file = name => resolve(folder, name);
const MEMORY = 5; // the first section of the module that asks for memory of 64 bits: there is none

console.log = console.warn = () => {};
globalThis.self = { location: { href: '' } };
globalThis.WorkerGlobalScope = Object;
globalThis.XMLHttpRequest = class {
	open(method, name) { this.name = name; }
	send() { this.response = readFileSync(file(this.name)); }
};
const { Module } = WebAssembly;
WebAssembly.Module = function (bytes) {
	if (bytes[8] === MEMORY) throw new Error('no memory64');
	return new Module(bytes);
};
vm.runInThisContext(readFileSync(file('engine_bundle.node.js'), 'utf8'));
await new Promise(setImmediate); // the module has started

const { EngineBase } = await import(pathToFileURL(file('engine.mjs')));
const port = { postMessage: bytes => engine.onRpcResponseBytes(bytes) };
const engine = new class extends EngineBase {
	rpcSendRequestBytes(bytes) { port.onmessage({ data: bytes }); }
};
self.onmessage({ data: port });

const rowsOf = async sql => {
	const result = await engine.query(sql), columns = result.columns();
	const it = result.iter(Object.fromEntries(columns.map(name => [name, undefined])));
	let text = '';
	for (; it.valid(); it.next())
		text += columns.map(name => it.get(name) ?? '').join('\t') + '\n';
	return text;
};
for (const trace of traces) {
	await engine.resetTraceProcessor({});
	await engine.parse(new Uint8Array(readFileSync(trace)));
	await engine.notifyEof();
	for (const [n, sql] of queries.entries())
		writeFileSync(`${trace}.${n + 1}`, await rowsOf(sql));
}
