import type { OpenedAccount } from '../../support/service/open-account.ts';
import { readOk } from '../../support/service/send-ok.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

interface ChangesBody {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** An account with one prompt of two versions, between which a label moves. */
export class WritingAccount {
  key: string;
  /** When each move was acknowledged, as `performance.now()` tells. */
  readonly movedAt: number[] = [];

  private constructor(account: OpenedAccount) {
    this.key = account.token;
  }

  static async prepare(account: OpenedAccount, service: ServiceProcess): Promise<WritingAccount> {
    const author = new WritingAccount(account);
    await author.send(service, 'PUT', '/api/prompts/live', { content: 'one' });
    await author.send(service, 'PUT', '/api/prompts/live', { content: 'two' });
    return author;
  }

  /** Moves the label to the other version. */
  async move(service: ServiceProcess): Promise<void> {
    const version = 1 + (this.movedAt.length % 2);
    await this.send(service, 'PUT', '/api/prompts/live/labels/production', { version });
    this.movedAt.push(performance.now());
  }

  /** Rotates the key. */
  async reset(service: ServiceProcess): Promise<void> {
    const { token } = (await this.send(service, 'DELETE', '/api/auth/token')) as { token: string };
    this.key = token;
  }

  /** The ids of all stored changes that follow one of them. */
  async readIdsAfter(service: ServiceProcess, id: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let after: string | null = id; after !== null; ) {
      const page = (await this.send(service, 'GET', `/api/changes?after=${after}&limit=200`)) as ChangesBody;
      ids.push(...page.data.map((change) => change.id));
      after = page.nextCursor;
    }
    return ids;
  }

  private send({ url }: ServiceProcess, method: string, path: string, json?: unknown): Promise<unknown> {
    return readOk(url, { method, path, key: this.key, json });
  }
}
