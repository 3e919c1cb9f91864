import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { proofSize } from '../../../support/proof-size.ts';
import { findOrInstall } from '../../../support/servers/find-binary.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createDebianBase, createSmallBase } from './base-image.ts';
import { buildStages } from './dockerfile-stages.ts';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const BASE = 'docker.io/library/node:24-slim';

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
 * every machine. Needs root. Everything is in one folder, which `dispose` removes.
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
    const options = ['--format', 'docker', '--pull-never', '--network', 'host', '--tag', 'prompthold'];
    await buildah('bud', ...options, ...(await chooseStages(join(folder, 'stages'))), '.');
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

/** In an image, the first two stages would install hundreds of packages again, which takes minutes. */
const createBase = proofSize({ usual: createSmallBase, full: createDebianBase });
const chooseStages = proofSize({ usual: lastStageOnly, full: async (): Promise<readonly string[]> => [] });

async function lastStageOnly(folder: string): Promise<readonly string[]> {
  const { lastStage, contexts } = await buildStages(folder);
  return ['--file', lastStage, ...contexts.flatMap((context) => ['--build-context', context])];
}

type Buildah = (...args: readonly string[]) => Promise<string>;

/** Resolves to the output without the end of the line. */
async function openBuildah(folder: string): Promise<Buildah> {
  const binary = await findOrInstall({ binary: 'buildah' });
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  return async (...args) => {
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
    const { stdout } = await run(binary, [...storage, ...args], { env, maxBuffer: OUTPUT_BYTES_MAX });
    return stdout.trim();
  };
}

async function buildBase(folder: string, buildah: Buildah): Promise<void> {
  const root = join(folder, 'base');
  await createBase(root);
  const container = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  await buildah('commit', '--quiet', '--rm', container, BASE);
  await rm(root, { recursive: true });
}
