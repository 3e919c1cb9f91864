import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256SessionSecrets } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { systemClock, systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import type { SessionStore } from '../../../src/application/ports/session-store.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { ResumeSession } from '../../../src/application/sessions/resume-session.ts';
import { StartSession } from '../../../src/application/sessions/start-session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import type { ControlledServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedServers } from '../../support/servers/wanted-servers.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';

const account = anAccount();
const session = aSession(account);

const everything: { name: string; ask: (sessions: SessionStore) => Promise<unknown> }[] = [
  { name: 'adding one', ask: (sessions) => sessions.add(session) },
  { name: 'finding one', ask: (sessions) => sessions.find(session.digest) },
  { name: 'touching one', ask: (sessions) => sessions.touch(session, new Date()) },
  { name: 'listing them', ask: (sessions) => sessions.listOf(account.id) },
  { name: 'ending one', ask: (sessions) => sessions.end(account.id, session.id) },
  { name: 'ending all others', ask: (sessions) => sessions.endOthers(account.id, session.id) },
];

describe.each(wantedServers)('sessions while $name is down', ({ start }) => {
  let server: ControlledServer;
  let ports: StoragePorts;
  let resume: () => Promise<unknown>;

  beforeAll(async () => {
    server = await start();
    ports = await connectTo(server.url);
    await ports.accounts.add(account);
    const startSession = new StartSession(ports.sessions, sha256SessionSecrets, systemClock, systemEntropy);
    const { secret } = await startSession.execute(account, session);
    const resumeSession = new ResumeSession(ports.sessions, sha256SessionSecrets, systemClock);
    resume = () => resumeSession.execute(secret.reveal());
    await server.kill();
  });
  afterAll(async () => {
    await ports.close();
    await server.dispose();
  });

  it.each(everything)('$name is rejected as an outage', async ({ ask }) => {
    await expect(ask(ports.sessions)).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('signs no one out: resuming fails, and works again when the storage is back', async () => {
    await expect(resume()).rejects.toBeInstanceOf(StorageUnavailable);

    await server.start();

    // Undefined would mean that the outage ended the session.
    const signedIn = () => resume().then((found) => found !== undefined, falseDuringOutage);
    await waitUntil(signedIn, { what: 'the session is resumed', timeoutMs: 60_000 });
  });
});

function falseDuringOutage(error: unknown): false {
  if (error instanceof StorageUnavailable) return false;
  throw error;
}
