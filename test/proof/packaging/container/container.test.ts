import { chown, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../support/servers/free-port.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { Container } from './container.ts';
import { ContainerImage } from './container-image.ts';

/** Installs a Debian and two sets of packages. */
const BUILD_MS = 1_200_000;
/** As `stop_grace_period` in compose.yaml. */
const GRACE_MS = 15_000;
const USER = 1000;

/** Starts a container with an empty volume on a port of its own. */
async function start(image: ContainerImage) {
  const data = join(await temporaryFolder(), 'data');
  // As Docker initializes a volume: with the owner that the folder has in the image.
  await mkdir(data, { mode: 0o700 });
  await chown(data, USER, USER);
  const port = await freePort();
  const container = await Container.start(image, data, [`PROMPTHOLD_HTTP_PORT=${port}`]);
  return { container, data, url: `http://127.0.0.1:${port}` };
}

describe('the container image', () => {
  let image: ContainerImage;
  let started: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    image = await ContainerImage.build();
    started = await start(image);
  }, BUILD_MS);
  afterAll(async () => {
    started?.container.dispose();
    if (started) await rm(dirname(started.data), { recursive: true });
    await image?.dispose();
  });

  it('serves the API, the dashboard and the interactive documentation', async () => {
    for (const path of ['/readyz', '/dashboard', '/api/docs/swagger-ui.css']) {
      expect((await fetch(started.url + path)).status, path).toBe(200);
    }
  });

  it('runs as a user with a number that is not root', async () => {
    const status = await readFile(`/proc/${started.container.pid}/status`, 'utf8');

    expect(image.config.User).toBe(`${USER}:${USER}`);
    expect(status).toMatch(new RegExp(`^Uid:\\t${USER}\\t${USER}\\t${USER}\\t${USER}$`, 'm'));
    expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
  });

  it('works with a read-only root, and writes only to its volume', async () => {
    await expect(started.container.exec('touch', '/app/file')).rejects.toThrow('Read-only file system');

    const database = await stat(join(started.data, 'prompthold.db'));
    expect([database.uid, database.mode & 0o777]).toEqual([USER, 0o600]);
  });

  it('passes its own health check, which fails when the service does not respond', async () => {
    const [kind, ...check] = image.config.Healthcheck.Test;

    expect(kind).toBe('CMD');
    await expect(started.container.exec(...check)).resolves.toBeDefined();
    await expect(started.container.exec('PROMPTHOLD_HTTP_PORT=1', ...check)).rejects.toMatchObject({ code: 1 });
  });

  it('has prompthold on its PATH', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));

    await expect(started.container.exec('prompthold', '--version')).resolves.toMatchObject({ stdout: `${version}\n` });
    await expect(started.container.exec('prompthold', 'doctor')).resolves.toBeDefined();
  });

  it('stops in time when it receives SIGTERM', async () => {
    const { container, data } = await start(image);
    onTestFinished(() => rm(dirname(data), { recursive: true }));

    expect(await container.stop(GRACE_MS)).toBe(0);
  });
});
