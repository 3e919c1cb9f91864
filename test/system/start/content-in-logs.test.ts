import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase, dropDatabase } from '../../support/servers/postgres/postgres-database.ts';
import { Installation } from '../../support/service/installation.ts';

const CONTENT = 'You are the private assistant of Countess Lovelace.';

/** Each fails with the whole row in the message, the detail, the hint and the context. */
const TRIGGERS = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'refused %', NEW USING DETAIL = NEW::text, HINT = NEW::text, ERRCODE = TG_ARGV[0];
  END $$;
  CREATE TRIGGER refuse_content BEFORE INSERT ON prompt_version FOR EACH ROW EXECUTE FUNCTION refuse('P0001');
  CREATE TRIGGER refuse_key BEFORE UPDATE OF key_digest ON account FOR EACH ROW EXECUTE FUNCTION refuse('57P01');
  CREATE TRIGGER refuse_usage BEFORE INSERT ON usage_call FOR EACH ROW EXECUTE FUNCTION refuse('23514');`;

async function createTriggers(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(TRIGGERS);
  await client.end();
}

describe('a service whose database raises errors that carry the row', () => {
  it('logs their code and where they were thrown, and never the row, even at level trace', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const installation = await Installation.on(url, { PROMPTHOLD_LOG_LEVEL: 'trace' });
    onTestFinished(async () => {
      await installation.dispose();
      await dropDatabase(url);
    });
    const { email, token } = await installation.openAccount('correct horse battery staple');
    const service = await installation.serve();
    await createTriggers(url);

    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ content: CONTENT });
    const put = await fetch(`${service.url}/api/prompts/secret-plan`, { method: 'PUT', headers, body });
    const reset = await fetch(`${service.url}/api/auth/token`, { method: 'DELETE', headers });
    await service.stop();

    expect([put.status, reset.status]).toEqual([500, 503]);
    for (const code of ['P0001', '57P01', '23514']) expect(service.log).toContain(`"code":"${code}"`);
    expect(service.log).toContain('"stack":"at ');
    const output = service.log + service.messages;
    for (const secret of [CONTENT, 'secret-plan', email, 'refused', 'sha256:']) expect(output).not.toContain(secret);
  });
});
