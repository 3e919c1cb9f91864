import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// A failed update is not fatal: the package lists on disk may suffice.
const UPDATE_AND_INSTALL = `
  [ "$(dpkg-query --show --showformat '\${db:Status-Status}' "$1")" = installed ] && exit
  apt-get update --quiet
  apt-get install --yes --quiet --no-install-recommends "$1"
`;

/**
 * Installs a Debian package, unless another process did so while we waited for the lock.
 *
 * Test runs may start at the same time, and a second `apt-get update` fails instead of waiting. A lock on dpkg's
 * own folder leaves no file behind and does not conflict with the locks that apt itself takes.
 */
export async function aptInstall(packageName: string): Promise<void> {
  await run('flock', ['/var/lib/dpkg', 'sh', '-c', UPDATE_AND_INSTALL, 'apt-install', packageName], {
    env: {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
      // Simulates single-user mode, in which package scripts do not start a server.
      RUNLEVEL: '1',
    },
    maxBuffer: 16 * 1024 * 1024,
  });
}
