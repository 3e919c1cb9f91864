import { Miniflare } from 'miniflare';

// Without nodejs_compat: the client needs nothing of Node.js here.
const worker = new Miniflare({
  modulesRoot: '.',
  modules: ['worker.mjs', 'prompthold-client.js'].map((path) => ({ type: 'ESModule', path })),
  compatibilityDate: '2026-07-01',
  bindings: { URL: process.env.PROMPTHOLD_URL, KEY: process.env.PROMPTHOLD_KEY },
});
process.stdout.write(`${JSON.stringify({ kind: 'ready', url: await worker.ready })}\n`);
process.stdin.on('end', () => void worker.dispose().then(() => process.exit(0))).resume();
