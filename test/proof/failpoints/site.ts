import { copyFileSync, existsSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { CurrentKeyring } from '../../../src/adapters/outbound/crypto/keyring/current-keyring.ts';
import { aKeyringInUse } from '../../support/builders/a-keyring.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import type { FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { Application } from './application.ts';
import { type End, Failpoint } from './failpoint.ts';
import type { Subject, UseCase } from './use-case.ts';

export interface Prepared {
  readonly storageUrl: string;
  readonly subject: Subject;
}

export interface Crash {
  /** The storage as the crash left it. */
  readonly storageUrl: string;
  readonly steps: readonly string[];
  /** False when the use case completed before the crash point. */
  readonly reached: boolean;
}

/** Storages of one kind for one test, and the applications that run on them. */
export class Site {
  private readonly storages: FreshStorage[] = [];
  private shared: { readonly storageUrl: string; readonly resident: Application } | undefined;

  private constructor(
    private readonly fresh: (typeof realStorages)[number]['fresh'],
    private readonly keyring: CurrentKeyring,
  ) {}

  static async of({ fresh }: (typeof realStorages)[number]): Promise<Site> {
    const keyring = await aKeyringInUse(await createTestFolder());
    const site = new Site(fresh, keyring);
    onTestFinished(async () => {
      await keyring.close();
      // Concurrently, because a server may have to flush for each, and then flushes only once.
      await Promise.all(site.storages.map(({ dispose }) => dispose()));
    });
    return site;
  }

  /** Prepares the use case in a shared storage, unless it needs an empty one. */
  async prepare(useCase: UseCase): Promise<Prepared> {
    if (useCase.isFirst) {
      const storageUrl = await this.newStorage();
      return {
        storageUrl,
        subject: await this.withApplication(storageUrl, (application) => prepareSubject(useCase, application)),
      };
    }
    this.shared ??= await this.openSharedStorage();
    const { storageUrl, resident } = this.shared;
    return { storageUrl, subject: await prepareSubject(useCase, resident) };
  }

  /** Runs work with a newly started application. */
  async withApplication<Result>(
    storageUrl: string,
    work: (application: Application) => Promise<Result>,
  ): Promise<Result> {
    const application = await Application.on(storageUrl, this.keyring);
    try {
      return await work(application);
    } finally {
      await application.close();
    }
  }

  /** Runs the use case in an application that crashes at the given point. */
  async crash({ storageUrl, subject }: Prepared, end?: End): Promise<Crash> {
    const application = await Application.on(storageUrl, this.keyring);
    let left = storageUrl;
    const failpoint = new Failpoint(end, () => {
      left = preserveStorage(storageUrl);
    });
    const running = failpoint.watch(() => subject.run(application));
    await Promise.race([failpoint.reached, running.catch(ignoreAfterCrash)]);
    // Not awaited: it may wait for a reply that never comes.
    application.close().catch(() => {});
    return { storageUrl: left, steps: failpoint.steps, reached: failpoint.isOver };

    function ignoreAfterCrash(error: unknown) {
      if (!failpoint.isOver) throw error;
    }
  }

  private async openSharedStorage() {
    const storageUrl = await this.newStorage();
    const resident = await Application.on(storageUrl, this.keyring);
    onTestFinished(() => resident.close());
    return { storageUrl, resident };
  }

  private async newStorage(): Promise<string> {
    const storage = await this.fresh();
    this.storages.push(storage);
    return storage.url;
  }
}

/** Looks once before the use case runs, which also caches prepared statements and scripts, so that no step is spent on them. */
async function prepareSubject(useCase: UseCase, application: Application): Promise<Subject> {
  const subject = useCase.about(await useCase.prepare(application));
  expect(await subject.look(application)).toEqual(subject.before);
  return subject;
}

const SQLITE = 'sqlite:';
let copies = 0;

/**
 * Servers store what was sent to them. SQLite files are copied at this moment, because a simulated crash would let SQLite
 * roll back its transaction properly.
 */
function preserveStorage(storageUrl: string): string {
  if (!storageUrl.startsWith(SQLITE)) return storageUrl;
  copies += 1;
  const file = storageUrl.slice(SQLITE.length);
  const copy = `${file}.${copies}`;
  for (const part of ['', '-wal']) {
    if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, `${copy}${part}`);
  }
  return `${SQLITE}${copy}`;
}
