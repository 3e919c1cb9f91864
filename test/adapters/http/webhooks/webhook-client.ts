import { z } from 'zod';
import type { Api, ApiResponse, Owner } from '../support/api.ts';

const created = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });
const deliveries = z.object({
  data: z.array(
    z.object({
      eventId: z.string(),
      state: z.string(),
      attempts: z.number(),
      dueAt: z.string().nullable(),
      status: z.number().nullable(),
      error: z.string().nullable(),
      response: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

/** An account that has webhooks. */
export class WebhookClient {
  private constructor(
    readonly api: Api,
    readonly owner: Owner,
  ) {}

  static async open(api: Api): Promise<WebhookClient> {
    return new WebhookClient(api, await api.openAccount());
  }

  /** The same account at another instance. */
  at(api: Api): WebhookClient {
    return new WebhookClient(api, this.owner);
  }

  call(method: string, path: string, json?: unknown): Promise<ApiResponse> {
    return this.api.call(method, `/api${path}`, { key: this.owner.token, json });
  }

  async create(url: string, filters: object = {}): Promise<CreatedWebhook> {
    const { data } = created.parse((await this.call('POST', '/webhooks', { url, ...filters })).body);
    return { ...data, path: `/webhooks/${data.id}` };
  }

  async read({ path }: CreatedWebhook) {
    const { body } = await this.call('GET', path);
    return z.object({ data: z.object({ enabled: z.boolean(), problem: z.string().nullable() }) }).parse(body).data;
  }

  async deliveries({ path }: CreatedWebhook, query = '') {
    return deliveries.parse((await this.call('GET', `${path}/deliveries${query}`)).body);
  }

  /** Makes one change: creates a prompt with this name. */
  async change(name: string, fields: object = {}): Promise<void> {
    const { status, text } = await this.call('POST', '/prompts', { name, content: 'Hello', ...fields });
    if (status !== 201) throw new Error(text);
  }
}
