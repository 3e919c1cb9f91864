import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall } from '../../../support/servers/find-binary.ts';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Where Debian has the certificates that programs trust. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** What the last stage of the Dockerfile runs, what starts a container, and what the tests run in it. */
const PROGRAMS = ['/bin/sh', '/usr/bin/env', '/usr/bin/install', '/bin/chmod', '/bin/ln', '/bin/touch'];
/** Where a container has its own file systems. */
const MOUNT_POINTS = ['dev', 'proc', 'tmp'];

/** Node.js and a few programs of this machine with their libraries: enough for the last stage of the Dockerfile. */
export async function createSmallBase(root: string): Promise<void> {
  const node = resolve('node_modules/node/bin/node');
  const libraries = await Promise.all([librariesOfNode(node), ...PROGRAMS.map(librariesOf)]);
  const files = new Map([...PROGRAMS, ...libraries.flat()].map((path) => [path, path]));
  files.set('/usr/local/bin/node', node);
  for (const [path, source] of files) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await copyFile(source, join(root, path));
  }
  for (const name of ['etc', ...MOUNT_POINTS]) await mkdir(join(root, name), { recursive: true });
  await addUser(root);
}

const LIST_LIBRARIES = `
  require('@node-rs/argon2');
  new (require('better-sqlite3'))(':memory:');
  process.report.excludeNetwork = true;
  console.log(process.report.getReport().sharedObjects.join('\\n'));
`;

/** With those that only the compiled parts of our dependencies need. */
async function librariesOfNode(node: string): Promise<readonly string[]> {
  const { stdout } = await run(node, ['--eval', LIST_LIBRARIES]);
  return stdout.split('\n').filter((path) => /^\/(usr\/)?lib/.test(path));
}

/** With the loader, whose line has no arrow. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [program]);
  return Array.from(stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm), ([, path = '']) => path);
}

/** A minimal Debian with Node.js, npm and the user `node`, as in the official image. */
export async function createDebianBase(root: string): Promise<void> {
  const mmdebstrap = { binary: 'mmdebstrap' };
  const options = ['--quiet', '--variant=minbase', '--include=ca-certificates'];
  await run(await findOrInstall(mmdebstrap), [...options, 'bookworm', root], { maxBuffer: OUTPUT_BYTES_MAX });
  await copyFile(resolve('node_modules/node/bin/node'), join(root, 'usr/local/bin/node'));
  const npm = await realpath(await findOrInstall({ binary: 'npm' }));
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  // npm is a link to npm/bin/npm-cli.js.
  await cp(join(npm, '../..'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  await addUser(root);
  await reachRegistryAsHere(root);
}

async function addUser(root: string): Promise<void> {
  await appendFile(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n');
  await appendFile(join(root, 'etc/group'), 'node:x:1000:\n');
  await mkdir(join(root, 'home/node'), { recursive: true });
}

/** This machine may reach the registry through a proxy with a certificate of its own. */
async function reachRegistryAsHere(root: string): Promise<void> {
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry']);
  await copyFile(CERTIFICATES, join(root, CERTIFICATES));
  await writeFile(join(root, 'root/.npmrc'), `registry=${registry.trim()}\ncafile=${CERTIFICATES}\n`);
}
