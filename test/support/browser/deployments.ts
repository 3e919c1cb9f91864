import { proofSize } from '../proof-size.ts';
import { realStorages } from '../storage/fresh-storage.ts';
import { PLAIN_HTTP_HOST } from './chromium.ts';

/** How browsers reach the service: directly, through a proxy that strips a path, or by a host name on plain http. */
export type Access = 'direct' | 'sub-path' | 'plain-http';

/** A way to run the service in which the dashboard must work. */
export interface Deployment {
  readonly name: string;
  readonly access: Access;
  readonly fresh: (typeof realStorages)[number]['fresh'];
}

export const SUB_PATH = '/tools/prompts';

const storage = (wanted: 'sqlite' | 'postgres') => realStorages.filter(({ name }) => name === wanted);

/** Storage and access are independent of each other, so each of them occurs once instead of in every combination. */
export const everyDeployment: readonly Deployment[] = [
  ...storage('sqlite').flatMap(({ fresh }): Deployment[] => [
    { name: 'on SQLite', access: 'direct', fresh },
    { name: `on SQLite and http://${PLAIN_HTTP_HOST}`, access: 'plain-http', fresh },
  ]),
  ...storage('postgres').map(
    ({ fresh }): Deployment => ({ name: `on Postgres, under ${SUB_PATH}/ behind a proxy`, access: 'sub-path', fresh }),
  ),
];

/**
 * For tests of what the pages do with responses, which are the same in every deployment. On SQLite; on Postgres too with
 * PROOF_SIZE=full, and if STORAGE leaves out SQLite.
 */
export const oneDeployment: readonly Deployment[] = [
  ...storage('sqlite').map(({ fresh }): Deployment => ({ name: 'on SQLite', access: 'direct', fresh })),
  ...storage('postgres').map(({ fresh }): Deployment => ({ name: 'on Postgres', access: 'direct', fresh })),
].slice(0, proofSize({ usual: 1, full: 2 }));
