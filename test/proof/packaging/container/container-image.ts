import { execFile } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findOrInstall } from '../../../support/servers/find-binary.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const BASE = 'docker.io/library/node:24-slim';
/** Where Debian has the certificates that programs trust. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const inspected = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      WorkingDir: z.string(),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});
export type ImageConfig = z.infer<typeof inspected>['Docker']['config'];

/**
 * The real Dockerfile, built with buildah on a stand-in for its base image: no registry of images can be reached from
 * every machine. Needs root, and takes some minutes. Everything is in one folder, which `dispose` removes.
 */
export class ContainerImage {
  private constructor(
    private readonly folder: string,
    private readonly container: string,
    /** The files of the image, as a folder of this machine. */
    readonly root: string,
    readonly config: ImageConfig,
  ) {}

  static async build(): Promise<ContainerImage> {
    const folder = await temporaryFolder();
    try {
      return await ContainerImage.buildIn(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private static async buildIn(folder: string): Promise<ContainerImage> {
    const buildah = await openBuildah(folder);
    await buildBase(folder, buildah);
    await buildah('bud', '--format', 'docker', '--pull-never', '--network', 'host', '--tag', 'prompthold', '.');
    const container = await buildah('from', '--pull-never', 'prompthold');
    const root = await buildah('mount', container);
    const { Docker } = inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', 'prompthold')));
    return new ContainerImage(folder, container, root, Docker.config);
  }

  async dispose(): Promise<void> {
    const buildah = await openBuildah(this.folder);
    await buildah('umount', this.container);
    await rm(this.folder, { recursive: true, force: true });
  }
}

type Buildah = (...args: readonly string[]) => Promise<string>;

/** Resolves to the output without the end of the line. */
async function openBuildah(folder: string): Promise<Buildah> {
  const binary = await findOrInstall({ binary: 'buildah', package: 'buildah', folders: [], variable: 'PATH' });
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  return async (...args) => {
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
    const { stdout } = await run(binary, [...storage, ...args], { env, maxBuffer: OUTPUT_BYTES_MAX });
    return stdout.trim();
  };
}

/** A minimal Debian with Node.js, npm and the user `node`, as in the official image. */
async function buildBase(folder: string, buildah: Buildah): Promise<void> {
  const mmdebstrap = { binary: 'mmdebstrap', package: 'mmdebstrap', folders: [], variable: 'PATH' };
  const root = join(folder, 'base');
  const options = ['--quiet', '--variant=minbase', '--include=ca-certificates'];
  await run(await findOrInstall(mmdebstrap), [...options, 'bookworm', root], { maxBuffer: OUTPUT_BYTES_MAX });
  await copyFile(resolve('node_modules/node/bin/node'), join(root, 'usr/local/bin/node'));
  const npm = await realpath(await findOrInstall({ binary: 'npm', package: 'npm', folders: [], variable: 'PATH' }));
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  // npm is a link to npm/bin/npm-cli.js.
  await cp(join(npm, '../..'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  await appendFile(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n');
  await appendFile(join(root, 'etc/group'), 'node:x:1000:\n');
  await mkdir(join(root, 'home/node'));
  await reachRegistryAsHere(root);

  const container = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  await buildah('commit', '--quiet', '--rm', container, BASE);
  await rm(root, { recursive: true });
}

/** This machine may reach the registry through a proxy with a certificate of its own. */
async function reachRegistryAsHere(root: string): Promise<void> {
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry']);
  await copyFile(CERTIFICATES, join(root, CERTIFICATES));
  await writeFile(join(root, 'root/.npmrc'), `registry=${registry.trim()}\ncafile=${CERTIFICATES}\n`);
}
