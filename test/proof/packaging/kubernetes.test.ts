import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { readImage } from './image.ts';

const run = promisify(execFile);
const MANIFEST = 'docs/examples/kubernetes.yaml';
/** What the service needs at most to finish requests in flight. */
const STOP_SECONDS_MAX = 10;

async function readManifest() {
  const documents = parseAllDocuments(await readFile(MANIFEST, 'utf8')).map((document) => document.toJS());
  const [deployment, service, budget] = documents as [IDeployment, IService, IPodDisruptionBudget];
  expect(documents.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
  return { deployment, service, budget };
}

/** The pod of the deployment, and its only container. */
async function readPod() {
  const { deployment } = await readManifest();
  const pod = deployment.spec?.template.spec;
  const [container] = pod?.containers ?? [];
  if (!pod || !container) throw new Error('the deployment has no container');
  return { pod, container };
}

/** Unknown fields are errors for the compiler, but not for the schemas. */
async function compile(manifest: object) {
  const folder = await createTestFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const code = `
    import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
    import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
    import type { IService } from 'kubernetes-models/v1/Service';
    export const manifest: { deployment: IDeployment; service: IService; budget: IPodDisruptionBudget } =
      ${JSON.stringify(manifest)};`;
  await writeFile(join(folder, 'manifest.mts'), code);
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2022'.split(' ');
  return run(resolve('node_modules/.bin/tsc'), [...options, 'manifest.mts'], { cwd: folder });
}

describe('the Kubernetes manifest', () => {
  it('is valid by the schemas of Kubernetes', async () => {
    const { deployment, service, budget } = await readManifest();

    for (const model of [new Deployment(deployment), new Service(service), new PodDisruptionBudget(budget)]) {
      expect(() => model.validate()).not.toThrow();
    }
    const broken = structuredClone(deployment) as { spec: { replicas: unknown } };
    broken.spec.replicas = 'two';
    expect(() => new Deployment(broken as IDeployment).validate()).toThrow('replicas');
  });

  it('has no unknown field', async () => {
    const manifest = await readManifest();

    await expect(compile(manifest)).resolves.toMatchObject({ stdout: '' });
    const { deployment, service, budget } = JSON.parse(JSON.stringify(manifest));
    deployment.spec.template.spec.containers[0].readynessProbe = {};
    service.spec.ports[0].targetport = 'http';
    budget.spec.maxUnavailible = 1;
    const { stdout } = await compile({ deployment, service, budget }).catch((error) => error);
    for (const unknown of ['readynessProbe', 'targetport', 'maxUnavailible']) expect(stdout).toContain(unknown);
  });

  it('selects its own pods everywhere', async () => {
    const { deployment, service, budget } = await readManifest();
    const labels = deployment.spec?.template.metadata?.labels;

    expect(labels).toBeDefined();
    const [spread] = deployment.spec?.template.spec?.topologySpreadConstraints ?? [];
    const selectors = [deployment.spec?.selector, budget.spec?.selector, spread?.labelSelector];
    for (const selector of selectors) expect(selector?.matchLabels).toEqual(labels);
    expect(service.spec?.selector).toEqual(labels);
    expect(service.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http']);
  });

  it('gives the image only valid settings, with the secrets where they are mounted', async () => {
    const { pod, container } = await readPod();
    const given = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]));
    const [mount] = container.volumeMounts ?? [];
    const secrets = new Map([[`${mount?.mountPath}/storage-url`, 'postgres://prompthold:secret@db:5432/prompthold']]);

    const { configuration, warnings } = loadConfiguration({
      environment: { ...(await readImage()).environment, ...given },
      readFile: (file) => secrets.get(file) ?? '{}',
    });

    expect(warnings).toEqual([]);
    expect(configuration.storage.location.kind).toBe('postgres');
    expect(configuration.keyring.file).toBe(`${mount?.mountPath}/keyring.json`);
    const volume = pod.volumes?.find(({ name }) => name === mount?.name);
    expect(volume?.secret).toEqual({ secretName: 'prompthold', defaultMode: 0o440 });
    expect(pod.enableServiceLinks).toBe(false);
  });

  it("runs as the image's user, who can read the secrets and change nothing", async () => {
    const { pod, container } = await readPod();
    const { user } = await readImage();

    const { runAsUser, runAsGroup, runAsNonRoot, fsGroup } = pod.securityContext ?? {};
    expect(`${runAsUser}:${runAsGroup}`).toBe(user);
    expect({ runAsNonRoot, fsGroup }).toEqual({ runAsNonRoot: true, fsGroup: runAsGroup });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('probes the port that the image listens on, and leaves time to stop', async () => {
    const { pod, container } = await readPod();

    expect(container.ports).toEqual([{ name: 'http', containerPort: 3000 }]);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect(startupProbe?.httpGet).toEqual({ path: '/livez', port: 'http' });
    expect(livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'http' });
    expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
    const [program, seconds] = container.lifecycle?.preStop?.exec?.command ?? [];
    expect(program).toBe('sleep');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + STOP_SECONDS_MAX);
  });
});
