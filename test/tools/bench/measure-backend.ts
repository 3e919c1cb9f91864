import { join } from 'node:path';
import { type Backend, openBackend } from '../backends.ts';
import type { CorePlan } from './cores.ts';
import { measureFlood } from './flood.ts';
import { type BackendResult, type Contestant, type MeasureOptions, measureRows, type Row } from './measure.ts';
import { MeasuredProcess, type Target } from './measured-process.ts';
import { createKeyring, seedService } from './seeded-service.ts';

/** Service and baseline run side by side on one storage and are measured alternately; the other one is idle. */
export async function measureBackend(
  backend: Backend,
  options: MeasureOptions & { readonly flood: boolean },
  cores: CorePlan | undefined,
): Promise<BackendResult> {
  await using stack = new AsyncDisposableStack();
  const { target, service } = await startService(stack, backend, options.connections, cores);
  const baseline = stack.adopt(await MeasuredProcess.startBaseline(target), (server) => server.stop());
  const rows = await measureRows(service, { ...service, server: baseline }, options);
  return { backend, rows, flood: options.flood ? await measureFlood(service, options) : undefined };
}

/** Each checkout has a storage of its own, because their schemas may differ. */
export async function compareCheckouts(
  backend: Backend,
  otherCheckout: string,
  options: MeasureOptions,
  cores: CorePlan | undefined,
): Promise<readonly Row[]> {
  await using stack = new AsyncDisposableStack();
  const { service } = await startService(stack, backend, options.connections, cores);
  const program = join(otherCheckout, 'dist/main.js');
  const other = await startService(stack, backend, options.connections, cores, program);
  return await measureRows(service, other.service, options);
}

export async function startService(
  stack: AsyncDisposableStack,
  backend: Backend,
  accounts: number,
  cores: CorePlan | undefined,
  program?: string,
): Promise<{ readonly target: Target; readonly service: Contestant }> {
  const { target, server } = await startEmptyService(stack, backend, cores, program);
  return { target, service: { server, seeded: await seedService(server, accounts) } };
}

/** On a storage of its own. Both end with the stack. */
export async function startEmptyService(
  stack: AsyncDisposableStack,
  backend: Backend,
  cores?: CorePlan,
  program?: string,
): Promise<{ readonly target: Target; readonly server: MeasuredProcess }> {
  const { url: storageUrl, folder } = stack.adopt(await openBackend(backend), (storage) => storage.dispose());
  const target = { folder, storageUrl, cores, program };
  await createKeyring(target);
  const server = stack.adopt(await MeasuredProcess.startService(target), (service) => service.stop());
  return { target, server };
}
