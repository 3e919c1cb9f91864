import { copyFileSync, existsSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { CurrentKeyring } from '../../../src/adapters/outbound/crypto/current-keyring.ts';
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
  /** Where the next application finds what is left. */
  readonly storageUrl: string;
  readonly steps: readonly string[];
  /** False when the use case came to its own end first. */
  readonly met: boolean;
}

/** Storages of one kind for one test, and the applications that come and go there. */
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
      // All at once: a server may have to write everything down for each, and then does so once.
      await Promise.all(site.storages.map(({ dispose }) => dispose()));
    });
    return site;
  }

  /** In a storage that others have used, unless it must be the first. */
  async prepare(useCase: UseCase): Promise<Prepared> {
    if (useCase.isFirst) {
      const storageUrl = await this.newStorage();
      return { storageUrl, subject: await this.present(storageUrl, (application) => asBefore(useCase, application)) };
    }
    this.shared ??= await this.aSharedStorage();
    const { storageUrl, resident } = this.shared;
    return { storageUrl, subject: await asBefore(useCase, resident) };
  }

  /** Somebody who comes to the storage anew. */
  async present<Answer>(storageUrl: string, work: (application: Application) => Promise<Answer>): Promise<Answer> {
    const application = await Application.on(storageUrl, this.keyring);
    try {
      return await work(application);
    } finally {
      await application.close();
    }
  }

  /** An application that carries out the use case and ends there: nothing of it happens any more. */
  async crash({ storageUrl, subject }: Prepared, end?: End): Promise<Crash> {
    const application = await Application.on(storageUrl, this.keyring);
    let left = storageUrl;
    const failpoint = new Failpoint(end, () => {
      left = leftOf(storageUrl);
    });
    const running = failpoint.watch(() => subject.run(application));
    await Promise.race([failpoint.met, running.catch(unlessOver)]);
    // It may wait for an answer that never comes. Nobody waits for it.
    application.close().catch(() => {});
    return { storageUrl: left, steps: failpoint.steps, met: failpoint.isOver };

    function unlessOver(error: unknown) {
      if (!failpoint.isOver) throw error;
    }
  }

  private async aSharedStorage() {
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

/** Seen once before anything happens: that also lets servers learn what they are asked, so that no step is for that. */
async function asBefore(useCase: UseCase, application: Application): Promise<Subject> {
  const subject = useCase.about(await useCase.prepare(application));
  expect(await subject.look(application)).toEqual(subject.before);
  return subject;
}

const SQLITE = 'sqlite:';
let copies = 0;

/**
 * Servers have what they were sent. Of SQLite the files remain as they are in this moment: an end that is only imitated
 * lets it undo its transaction in good order.
 */
function leftOf(storageUrl: string): string {
  if (!storageUrl.startsWith(SQLITE)) return storageUrl;
  copies += 1;
  const file = storageUrl.slice(SQLITE.length);
  const copy = `${file}.${copies}`;
  for (const part of ['', '-wal']) {
    if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, `${copy}${part}`);
  }
  return `${SQLITE}${copy}`;
}
