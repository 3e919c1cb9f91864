import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { connectTo } from '../storage/backends.ts';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type ServiceOptions, ServiceProcess } from './service-process.ts';

/** Here and below: for the test that asks, and gone when it is over, however it ends. */
export async function aFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Its address, the settings that name it, and the ports that lead to it. */
export async function aStorage(fresh: () => Promise<FreshStorage>) {
  const { url, dispose } = await fresh();
  const ports = await connectTo(url);
  onTestFinished(async () => {
    await ports.close();
    await dispose();
  });
  return { url, ports, settings: { PROMPTHOLD_STORAGE_URL: url } };
}

export async function aService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(options);
  onTestFinished(() => service.dispose());
  return service;
}

export interface FailedStart {
  readonly code: number;
  readonly messages: string;
  readonly log: string;
}

/** A start that is meant to fail, waited for to its end. */
export async function aFailedStart(options: ServiceOptions): Promise<FailedStart> {
  const service = await ServiceProcess.launch(options);
  onTestFinished(() => service.dispose());
  const code = await service.exited;
  return { code, messages: service.messages, log: service.log };
}
