import { type FuzzAnswer, type FuzzRequest, jsonIn } from './requests/exchange.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

interface KnownVariable {
  readonly name: string;
  readonly type: string;
  readonly enum?: readonly unknown[];
}

/** What answers have told of a prompt. It may be out of date, as any client's knowledge. */
export interface KnownPrompt {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly latestVersion: number;
  readonly labels: readonly string[];
  readonly variables: readonly KnownVariable[];
  readonly placeholders: readonly string[];
  readonly etag: string;
}

/** The parts of answers that are worth remembering. Each has some of them. */
interface Told {
  readonly id?: string;
  readonly promptId?: string;
  readonly name?: string;
  readonly type?: string;
  readonly version?: number;
  readonly latestVersion?: number;
  readonly label?: string;
  readonly labels?: Readonly<Record<string, number>>;
  readonly variables?: readonly KnownVariable[];
  readonly messages?: readonly { readonly placeholder?: string }[];
  readonly prompts?: readonly unknown[];
}

const UNKNOWN = { type: 'text', latestVersion: 1, labels: [], variables: [], placeholders: [], etag: '"x"' };
const EXPORT_CHARACTERS_MAX = 200_000;

/** One account, and what its owner has learned so far: so requests can be about things that are there. */
export class World {
  readonly prompts = new Map<string, KnownPrompt>();
  /** By the path of their list. */
  readonly cursors = new Map<string, string[]>();
  readonly listTags: string[] = [];
  /** The newest export, if it is of a handy size. */
  exported: { readonly data: { readonly prompts: readonly object[] } } | undefined;
  #key: string;

  constructor(
    readonly owner: Person,
    key: string,
  ) {
    this.#key = key;
  }

  /** The one that is valid now. */
  get key(): string {
    return this.#key;
  }

  get promptList(): readonly KnownPrompt[] {
    return [...this.prompts.values()];
  }

  learn({ method, target }: FuzzRequest, { status, headers, text }: FuzzAnswer): void {
    if (method === 'DELETE' && status === 204) this.#forget(target);
    if (status === 404 && text.includes('prompt_not_found')) this.#forget(target);
    if (status === 200 || status === 204) this.#relabel(method, target);
    if (status < 200 || status > 299 || !headers.get('Content-Type')?.includes('json')) return;
    const body = jsonIn(text) as { data?: Told | Told[]; token?: string; userId?: string; nextCursor?: string } | null;
    if (method === 'DELETE' && body?.token !== undefined && body.userId === undefined) this.#key = body.token;
    for (const told of [body?.data ?? []].flat()) this.#hear(told, headers.get('ETag'));
    if (Array.isArray(body?.data) && headers.get('ETag')) this.listTags.push(headers.get('ETag') ?? '');
    if (typeof body?.nextCursor === 'string') this.#keepCursor(target, body.nextCursor);
    if (target.startsWith('/api/export') && text.length < EXPORT_CHARACTERS_MAX) {
      this.exported = body as NonNullable<World['exported']>;
    }
  }

  #hear(told: Told, etag: string | null): void {
    const id = told.id ?? told.promptId;
    if (id === undefined) return;
    const known = this.prompts.get(id) ?? { ...UNKNOWN, id, name: told.name ?? id };
    const isLatest = (told.version ?? 1) >= known.latestVersion;
    const placeholders = told.messages?.flatMap(({ placeholder }) => placeholder ?? []);
    this.prompts.set(id, {
      ...known,
      name: told.name ?? known.name,
      type: told.type ?? known.type,
      latestVersion: told.latestVersion ?? Math.max(known.latestVersion, told.version ?? 1),
      labels: told.labels ? Object.keys(told.labels) : known.labels,
      variables: (isLatest && told.variables) || known.variables,
      placeholders: (isLatest && placeholders) || known.placeholders,
      etag: etag ?? known.etag,
    });
  }

  #forget(target: string): void {
    const [, ref = '', rest = ''] = /^\/api\/prompts\/([^/?]+)(\/?[^?]*)/.exec(target) ?? [];
    if (rest !== '' && rest !== '/') return;
    for (const { id, name } of this.promptList) {
      if (ref === id || ref === encodeURIComponent(name)) this.prompts.delete(id);
    }
  }

  #relabel(method: string, target: string): void {
    const [, ref = '', label = ''] = /^\/api\/prompts\/([^/?]+)\/labels\/([^/?]+)\/?$/.exec(target) ?? [];
    for (const known of this.promptList) {
      if (ref !== known.id && ref !== encodeURIComponent(known.name)) continue;
      const others = known.labels.filter((each) => each !== label);
      this.prompts.set(known.id, { ...known, labels: method === 'PUT' ? [...others, label] : others });
    }
  }

  #keepCursor(target: string, cursor: string): void {
    const [path = ''] = target.split('?', 1);
    this.cursors.set(path, [...(this.cursors.get(path) ?? []).slice(-4), cursor]);
  }
}
