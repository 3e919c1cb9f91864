import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { connectTo } from '../storage/backends.ts';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type ServiceOptions, ServiceProcess } from './service-process.ts';

/** Like everything in this file, removed when the calling test finishes, even if it fails. */
export async function createTestFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the storage URL, the settings that select it, and its connected ports. */
export async function openTestStorage(fresh: () => Promise<FreshStorage>) {
  const { url, dispose } = await fresh();
  const ports = await connectTo(url);
  onTestFinished(async () => {
    await ports.close();
    await dispose();
  });
  return { url, ports, settings: { PROMPTHOLD_STORAGE_URL: url } };
}

export async function startTestService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(options);
  onTestFinished(() => service.dispose());
  return service;
}

/** Listens at a port. */
export async function occupyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export interface FailedStart {
  readonly code: number;
  readonly messages: string;
  readonly log: string;
}

/** Starts a service that is expected to fail, and waits for its exit. */
export async function runFailingStart(options: ServiceOptions): Promise<FailedStart> {
  const service = await ServiceProcess.launch(options);
  onTestFinished(() => service.dispose());
  const code = await service.exited;
  return { code, messages: service.messages, log: service.log };
}
