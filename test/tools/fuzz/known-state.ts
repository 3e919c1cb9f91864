import { type FuzzRequest, type FuzzResponse, parseJson } from './requests/fuzz-client.ts';

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

interface KnownVariable {
  readonly name: string;
  readonly type: string;
  readonly enum?: readonly unknown[];
}

/** A prompt as last seen in a response. It may be stale, as in any client. */
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

/** The fields of response bodies that are recorded. Each response has some of them. */
interface ResponseData {
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

/** An account and what its responses revealed so far, so that requests can address existing prompts. */
export class KnownState {
  readonly prompts = new Map<string, KnownPrompt>();
  /** Cursors by the path of their list. */
  readonly cursors = new Map<string, string[]>();
  readonly listTags: string[] = [];
  /** The latest export, unless it is too large to import again. */
  exported: { readonly data: { readonly prompts: readonly object[] } } | undefined;
  #key: string;

  constructor(
    readonly owner: Owner,
    key: string,
  ) {
    this.#key = key;
  }

  /** The currently valid key. */
  get key(): string {
    return this.#key;
  }

  get promptList(): readonly KnownPrompt[] {
    return [...this.prompts.values()];
  }

  learn({ method, target }: FuzzRequest, { status, headers, text }: FuzzResponse): void {
    if (method === 'DELETE' && status === 204) this.#deletePrompt(target);
    if (status === 404 && text.includes('prompt_not_found')) this.#deletePrompt(target);
    if (status === 200 || status === 204) this.#relabel(method, target);
    if (status < 200 || status > 299 || !headers.get('Content-Type')?.includes('json')) return;
    // The objects of another tool are not ours.
    if (target.startsWith('/api/public/')) return;
    const body = parseJson(text) as {
      data?: ResponseData | ResponseData[];
      token?: string;
      userId?: string;
      nextCursor?: string;
    } | null;
    if (method === 'DELETE' && body?.token !== undefined && body.userId === undefined) this.#key = body.token;
    for (const data of [body?.data ?? []].flat()) this.#learnPrompt(data, headers.get('ETag'));
    if (Array.isArray(body?.data) && headers.get('ETag')) this.listTags.push(headers.get('ETag') ?? '');
    if (typeof body?.nextCursor === 'string') this.#storeCursor(target, body.nextCursor);
    if (target.startsWith('/api/export') && text.length < EXPORT_CHARACTERS_MAX) {
      this.exported = body as NonNullable<KnownState['exported']>;
    }
  }

  #learnPrompt(data: ResponseData, etag: string | null): void {
    const id = data.id ?? data.promptId;
    if (id === undefined) return;
    const known = this.prompts.get(id) ?? { ...UNKNOWN, id, name: data.name ?? id };
    const isLatest = (data.version ?? 1) >= known.latestVersion;
    const placeholders = data.messages?.flatMap(({ placeholder }) => placeholder ?? []);
    this.prompts.set(id, {
      ...known,
      name: data.name ?? known.name,
      type: data.type ?? known.type,
      latestVersion: data.latestVersion ?? Math.max(known.latestVersion, data.version ?? 1),
      labels: data.labels ? Object.keys(data.labels) : known.labels,
      variables: (isLatest && data.variables) || known.variables,
      placeholders: (isLatest && placeholders) || known.placeholders,
      etag: etag ?? known.etag,
    });
  }

  #deletePrompt(target: string): void {
    const [, ref = '', rest = ''] = /^\/api\/(?:public\/v2\/)?prompts\/([^/?]+)(\/?[^?]*)/.exec(target) ?? [];
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

  #storeCursor(target: string, cursor: string): void {
    const [path = ''] = target.split('?', 1);
    this.cursors.set(path, [...(this.cursors.get(path) ?? []).slice(-4), cursor]);
  }
}
