import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall } from '../find-binary.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';

const run = promisify(execFile);

/** The files of a server with TLS at 127.0.0.1, and of the authority that clients have to trust. */
export interface Certificates {
  readonly folder: string;
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  dispose(): Promise<void>;
}

/** Valid for the address 127.0.0.1 only, so that every host name is a wrong one. */
export async function createCertificates(): Promise<Certificates> {
  const openssl = await findOrInstall({ binary: 'openssl' });
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'prompthold-tls-'));
  const file = (name: string): string => join(folder, name);
  await writeFile(file('names.cnf'), 'subjectAltName=IP:127.0.0.1\n');
  const steps = [
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Authority -keyout ca.key -out ca.crt',
    'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server -keyout server.key -out server.csr',
    'x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names.cnf -out server.crt',
  ];
  for (const step of steps) await run(openssl, step.split(' '), { cwd: folder });

  // Postgres does not run as root, and reads no key that others may read.
  const user = await unprivilegedUser();
  await chmod(folder, 0o755);
  await chmod(file('server.key'), 0o600);
  if (user) await chown(file('server.key'), user.uid, user.gid);
  return {
    folder,
    authority: file('ca.crt'),
    certificate: file('server.crt'),
    key: file('server.key'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
