import pg from 'pg';
import { ignoreBrokenConnection, type PostgresOptions, sessionConfig, translateError } from './postgres-connection.ts';
import { rejectStandby } from './postgres-primary.ts';
import { retryRolledBack, wasRolledBack } from './retry-rolled-back.ts';

const POOL_SIZE = 10;

/** The connections for requests. */
export class PostgresPool {
  private readonly pool: pg.Pool;

  constructor(options: PostgresOptions) {
    this.pool = new pg.Pool({
      ...sessionConfig(options),
      max: POOL_SIZE,
      // Sends a query before the response to the last one has arrived.
      pipeline: true,
      verify: (client, done) => void rejectStandby(client).then(() => done(), done),
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', ignoreBrokenConnection);
    this.pool.on('connect', (client) => client.on('error', ignoreBrokenConnection));
  }

  /** Runs work that is one transaction or one statement, again if the server has rolled it back. */
  async run<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const connected = client;
      const result = await retryRolledBack(() => work(connected));
      client.release();
      return result;
    } catch (error) {
      // Otherwise the connection may be in any state, perhaps with a response still in flight: never reuse it.
      client?.release(!wasRolledBack(error));
      throw translateError(error);
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}
