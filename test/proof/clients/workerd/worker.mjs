import { Prompthold } from './prompthold-client.js';

const clients = new Map();

/** One client for all requests, as applications have it. It is created in the first of them, which has the settings. */
export default {
  async fetch(request, { URL: url, KEY: key }) {
    const { refresh, name, fallback } = await request.json();
    const settings = JSON.stringify(refresh ?? null);
    try {
      if (!clients.has(settings)) {
        const options = { url, key, label: 'production', timeoutMs: 1000, ...(refresh && { refresh }) };
        clients.set(settings, new Prompthold(options));
      }
      const prompt = await clients.get(settings).get(name, { fallback });
      return Response.json([prompt.render({ name: 'Ada' }), prompt.version, prompt.source]);
    } catch (error) {
      return Response.json([error.name, error.code ?? error.message]);
    }
  },
};
