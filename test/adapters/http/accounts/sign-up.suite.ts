import { expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import { anApplicant, codeIn, pathsIn, tokenIn } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

export function signUpSuite(services: () => TwoServices): void {
  it('opens an account and returns exactly its key and its owner', async () => {
    const { first, second } = services();
    const { email, name, password } = anApplicant();

    const response = await first.signUp({ email, name, password });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      token: expect.stringMatching(/^ph_[0-9a-f]{64}$/),
      userId: expect.stringMatching(/^u_\d{13}_[a-z0-9]{6}$/),
      email,
      name,
    });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await second.verify(tokenIn(response))).body).toEqual(response.body);
  });

  it('returns 404 while it is closed', async () => {
    const { second } = services();

    const responses = [await second.signUp(anApplicant()), await second.get('/api/accounts')];

    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect(responses.map(codeIn)).toEqual(['not_found', 'not_found']);
  });

  it('rejects an e-mail that is taken, in any case, and leaves its account unchanged', async () => {
    const { first } = services();
    const owner = await first.openAccount();

    const response = await first.signUp({ ...anApplicant(), email: owner.email.toUpperCase() });

    expect(response.status).toBe(409);
    expect(codeIn(response)).toBe('email_taken');
    expect((await first.signIn(owner)).body).toMatchObject({ token: owner.token, name: owner.name });
  });

  it('rejects query parameters', async () => {
    const response = await services().first.call('POST', '/api/accounts?dryRun=true', { json: anApplicant() });

    expect(response).toMatchObject({ status: 400, body: { code: 'bad_query', details: [{ path: 'dryRun' }] } });
  });

  it.each<[string, object, readonly string[]]>([
    ['values', { email: 'no address', name: '   ', password: 'qwertyuiop123' }, ['email', 'name', 'password']],
    ['fields', { email: 'ada', name: 1, nickname: '' }, ['nickname', 'email', 'name', 'password']],
    [
      'a password made of the e-mail',
      { email: 'ada.lovelace@example.com', name: 'Ada', password: 'Lovelace-Ada-2026' },
      ['password'],
    ],
  ])('reports all problems together: %s', async (_case, fields, paths) => {
    const response = await services().first.signUp(fields);

    expect([response.status, codeIn(response)]).toEqual([422, 'invalid']);
    expect(pathsIn(response).toSorted()).toEqual(paths.toSorted());
  });

  it('stores any name and password unchanged', async () => {
    const { first, second } = services();
    const applicants = fc.record({
      name: fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      password: fc.string({ unit: 'binary', minLength: 12, maxLength: 64 }),
    });

    await fc.assert(
      fc.asyncProperty(applicants, async (fields) => {
        const applicant = { ...anApplicant(), ...fields };
        const response = await first.signUp(applicant);
        expect([201, 422]).toContain(response.status);
        if (response.status === 422) return;
        expect(response.body).toMatchObject({ name: applicant.name });
        expect((await second.signIn(applicant)).body).toEqual(response.body);
      }),
      { numRuns: 25 },
    );
  });
}
