import { describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase, executeSql } from '../../support/servers/postgres/postgres-database.ts';
import { send } from '../../support/service/send-ok.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';

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

describe('a service whose database raises errors that carry the row', () => {
  it('logs their code and where they were thrown, and never the row, even at level trace', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const storage = { url, dispose: () => dropDatabase(url) };
    const installation = await createTestInstallation(async () => storage, { PROMPTHOLD_LOG_LEVEL: 'trace' });
    const { email, token: key } = await installation.openAccount();
    const service = await installation.serve();
    await executeSql(url, TRIGGERS);

    const put = await send(service.url, {
      method: 'PUT',
      path: '/api/prompts/secret-plan',
      key,
      json: { content: CONTENT },
    });
    const reset = await send(service.url, { method: 'DELETE', path: '/api/auth/token', key });
    await service.stop();

    expect([put.status, reset.status]).toEqual([500, 503]);
    for (const code of ['P0001', '57P01', '23514']) expect(service.log).toContain(`"code":"${code}"`);
    expect(service.log).toContain('"stack":"at ');
    const output = service.log + service.messages;
    for (const secret of [CONTENT, 'secret-plan', email, 'refused', 'sha256:']) expect(output).not.toContain(secret);
  });
});
