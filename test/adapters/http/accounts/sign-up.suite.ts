import { expect, it } from 'vitest';
import { anApplicant, codeIn, pathsIn, times, tokenIn } from '../support/api.ts';
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

  it('trims and lower-cases the e-mail, and leaves the name unchanged', async () => {
    const { first } = services();
    const applicant = anApplicant();

    const response = await first.signUp({
      ...applicant,
      email: ` ${applicant.email.toUpperCase()} `,
      name: ' Ada  L. ',
    });

    expect(response.body).toMatchObject({ email: applicant.email, name: ' Ada  L. ' });
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

  it('opens one account for ten concurrent requests with the same e-mail', async () => {
    const { first, second } = services();
    const applicant = anApplicant();

    const responses = await Promise.all(times(10, () => first.signUp(applicant)));

    // On a slow machine some may time out in the queue for hashing: they get 429 and open no account.
    const opened = responses.filter(({ status }) => status === 201);
    const rejections = responses
      .filter(({ status }) => status !== 201)
      .map((response) => `${response.status} ${codeIn(response)}`);
    expect(opened).toHaveLength(1);
    expect(rejections.filter((rejection) => rejection !== '409 email_taken' && rejection !== '429 busy')).toEqual([]);
    expect((await first.signUp(applicant)).status).toBe(409);
    expect((await second.signIn(applicant)).body).toEqual(opened[0]?.body);
  });

  it('rejects query parameters', async () => {
    const response = await services().first.call('POST', '/api/accounts?dryRun=true', { json: anApplicant() });

    expect(response).toMatchObject({ status: 400, body: { code: 'bad_query', details: [{ path: 'dryRun' }] } });
  });

  it('reports all problems together', async () => {
    const response = await services().first.signUp({ email: 'no address', name: '', password: 'short' });

    expect(response.status).toBe(422);
    expect(codeIn(response)).toBe('invalid');
    expect(pathsIn(response)).toEqual(['email', 'name', 'password']);
  });

  it('reports problems of different kinds together', async () => {
    const response = await services().first.call('POST', '/api/accounts', {
      json: { email: 'ada', name: 1, nickname: '' },
    });

    expect(response.status).toBe(422);
    expect(pathsIn(response).toSorted()).toEqual(['email', 'name', 'nickname', 'password']);
  });

  it.each([
    ['an e-mail without an @', { email: 'ada.example.com' }, 'email'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a password of 11 characters', { password: '🦁'.repeat(11) }, 'password'],
    ['a common password', { password: 'qwertyuiop123' }, 'password'],
    ['a password made of the e-mail', { email: 'ada.lovelace@example.com', password: 'Lovelace-Ada-2026' }, 'password'],
  ])('rejects %s', async (_case, fields, path) => {
    const response = await services().first.signUp({ ...anApplicant(), ...fields });

    expect(response.status).toBe(422);
    expect(pathsIn(response)).toEqual([path]);
  });

  it.each([['a password of 12 characters, any characters', { password: '🦁 \u0001"\\é\u202e\uffffabc{' }]])(
    'accepts %s, which then works for signing in',
    async (_case, fields) => {
      const { first, second } = services();
      const applicant = { ...anApplicant(), ...fields };

      const response = await first.signUp(applicant);

      expect(response.status).toBe(201);
      expect((await second.signIn(applicant)).body).toEqual(response.body);
    },
  );
}
