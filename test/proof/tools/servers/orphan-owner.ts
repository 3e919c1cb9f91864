import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrphanGuard } from '../../../support/servers/orphan-guard.ts';
import { ServerProcess } from '../../../support/servers/server-process.ts';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { processesIn } from './processes-in.ts';

/** Starts a process with a child, prints its folder, and waits until orphan-guard.test.ts kills it. */
const folder = await mkdtemp(join(tmpdir(), 'prompthold-owner-'));
const guard = new OrphanGuard(folder);
const args = ['-c', 'sleep 60 & wait'];
const started = new ServerProcess({ program: '/bin/sh', args, folder, user: undefined });
guard.watch(started);
await waitUntil(async () => (await processesIn(folder)).length === 2, { what: 'both run' });

if (process.argv.includes('paused')) started.pause();
process.stdout.write(folder);
