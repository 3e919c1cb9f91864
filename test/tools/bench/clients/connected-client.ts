import { once } from 'node:events';
import { join } from 'node:path';

/** The package as it is published. */
const PACKAGE = join(import.meta.dirname, '../../../../clients/typescript/dist/prompthold-client.js');

/** The part of the package that is measured. */
interface ClientPackage {
  readonly Prompthold: new (options: object) => Client;
}

interface Client {
  get(name: string): Promise<{ readonly version: number; render(values: object): unknown }>;
  close(): Promise<void>;
}

/** The prompt that is read. */
export const NAME = 'bench/reply';

/** A client with a healthy stream, and its events. */
export async function connect(url: string, key: string) {
  const { Prompthold } = (await import(PACKAGE)) as ClientPackage;
  const updated = new EventTarget();
  const connected = once(updated, 'connected');
  const client = new Prompthold({
    url,
    key,
    label: 'production',
    onEvent: (event: { kind: string; state?: string }) => {
      updated.dispatchEvent(new Event(event.kind === 'stream' ? (event.state ?? '') : event.kind));
    },
  });
  await client.get(NAME);
  await connected;
  return { client, updated };
}
