import { describe, expect, it } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';

describe('GET /api', () => {
  const index = {
    data: {
      version: '0.2.0',
      openapi: 'https://prompthold.example.com/api/openapi.json',
      docs: 'https://prompthold.example.com/api/docs',
    },
  };

  it.each([
    ['without a key', '/api', {}],
    ['with a key that is not valid', '/api', { key: 'ph_x' }],
    ['with a slash at the end', '/api/', {}],
    ['with a query', '/api?x=1', {}],
  ])('returns the version and where the API is described: %s', async (_, path, call) => {
    const { api } = await startStandaloneApp();

    const { status, body, headers } = await api.get(path, call);

    expect([status, body]).toEqual([200, index]);
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Vary')).toBe('Authorization');
  });

  it('links to pages that exist', async () => {
    const { api } = await startStandaloneApp();
    const { data } = (await api.get('/api')).body as typeof index;

    for (const link of [data.openapi, data.docs]) {
      expect((await api.get(new URL(link).pathname)).status).toBe(200);
    }
  });
});

describe('GET /api/openapi.json', () => {
  it('needs no key, and contains the version and the public URL', async () => {
    const { api } = await startStandaloneApp();

    const { status, body, headers } = await api.get('/api/openapi.json');

    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { version: '0.2.0' },
      servers: [{ url: 'https://prompthold.example.com' }],
    });
  });
});
