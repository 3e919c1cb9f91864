import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { connectTo } from '../storage/backends.ts';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { Installation } from './installation.ts';
import { type ServiceOptions, ServiceProcess } from './service-process.ts';

/** Unless stated otherwise, everything in this file is removed when the calling test finishes, even if it fails. */
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

type OpenStorage = () => Promise<FreshStorage | string>;
type Settings = Readonly<Record<string, string>>;

export async function createTestInstallation(open: OpenStorage, settings: Settings = {}): Promise<Installation> {
  const installation = await Installation.on(await open(), settings);
  onTestFinished(() => installation.dispose());
  return installation;
}

/** Set up before the tests of the calling suite, and removed after them. */
export function provideInstallation(open: OpenStorage, settings: Settings = {}): () => Installation {
  let installation: Installation | undefined;
  beforeAll(async () => {
    installation = await Installation.on(await open(), settings);
  });
  afterAll(() => installation?.dispose());
  return () => {
    invariant(installation !== undefined, 'the suite has begun');
    return installation;
  };
}

export async function startTestService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(options);
  onTestFinished(() => service.dispose());
  return service;
}

/** Lets a server listen, and returns its port. */
export async function listenForTest(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const occupyPort = (): Promise<number> => listenForTest(createServer());

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
